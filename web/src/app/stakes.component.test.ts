import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createGroup } from '@purser/contract/wallet-groups.ts'
import { liveMarket } from '../../../server/src/test/live-market.ts'
import { openConsole } from '../test/console.ts'

const { desk, user, load, fresh, show } = await openConsole({ env: { MARKET: 'live' }, live: liveMarket() })
const { cleanup, fireEvent, screen } = await import('@testing-library/react')
const { ClusterBadge } = (await load('app/cluster-badge.tsx')) as typeof import('./cluster-badge.tsx')
const { SignInForm } = (await load(
  'features/accounts/sign-in-form.tsx',
)) as typeof import('../features/accounts/sign-in-form.tsx')
const { TradingBotPanel } = (await load(
  'features/trading-bots/trading-bot-panel.tsx',
)) as typeof import('../features/trading-bots/trading-bot-panel.tsx')
const { ExecuteStrategy } = (await load(
  'features/agents/execute-strategy.tsx',
)) as typeof import('../features/agents/execute-strategy.tsx')

/** What the server says of itself, where a test changes it. */
let told: object = {}
const real = globalThis.fetch
Object.assign(globalThis, {
  async fetch(url: string, init?: RequestInit) {
    const answer = await real(url, init)
    if (!url.startsWith('/api/status')) return answer
    return Response.json({ ...((await answer.json()) as object), ...told })
  },
})
afterEach(() => {
  cleanup()
  told = {}
})

test('practice is named beside the prices, before anybody signs in too, and its bot says why it does not run', async () => {
  const { unmount } = show(ClusterBadge, {})
  const badge = await screen.findByText('practice, live prices')
  assert.match(badge.closest('[title]')?.getAttribute('title') ?? '', /the funds are worth nothing$/)
  unmount()
  show(SignInForm, { purpose: 'login' })
  await screen.findByText(/^This desk is for practice: .* test funds and worth nothing\.$/)
  cleanup()
  const { token } = user
  const { id: groupId } = (await desk.call(createGroup, { token, body: { name: 'Flow' } })).ok
  show(TradingBotPanel, { groupId })
  await screen.findByText(/runs on the simulated market only; the prices here are live\.$/)
  assert.equal(screen.queryByRole('button', { name: 'Start Bot' }), null)
})

test('real funds are named in red on every page and before anybody signs in', async () => {
  told = { cluster: 'mainnet-beta', market: 'live' }
  fresh()
  show(ClusterBadge, {})
  const badge = await screen.findByText('mainnet-beta, real funds')
  assert.equal(badge.closest('[title]')?.getAttribute('title'), 'Funds are real')
  cleanup()
  show(SignInForm, { purpose: 'register' })
  await screen.findByText(/^Funds on this desk are real\. It trades on Solana mainnet-beta/)
})

test('where funds are real the first plan of a session starts only once that was confirmed', async () => {
  told = { cluster: 'mainnet-beta', market: 'live' }
  fresh()
  let started = 0
  const onExecute = () => void started++
  show(ExecuteStrategy, { onExecute })
  const box = await screen.findByRole('checkbox', { name: /^These are real funds on mainnet-beta\. / })
  const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Execute Strategy' })
  assert.equal(button().disabled, true)
  fireEvent.click(box)
  fireEvent.click(button())
  assert.equal(started, 1)
  cleanup()
  show(ExecuteStrategy, { onExecute })
  assert.equal(button().disabled, false)
})

test('a test network says its own name, and nothing before anybody signs in', async () => {
  told = { cluster: 'devnet', market: 'simulated' }
  fresh()
  show(ClusterBadge, {})
  await screen.findByText('devnet')
  cleanup()
  show(SignInForm, { purpose: 'login' })
  await screen.findByText("Don't have an account?")
  assert.equal(screen.queryByRole('note'), null)
})
