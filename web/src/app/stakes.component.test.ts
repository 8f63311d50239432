import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import type { StrategyTrade } from '@purser/contract/strategies/strategies.ts'
import { createGroup } from '@purser/contract/wallets/wallet-groups.ts'
import { liveMarket } from '../../../server/src/test/live-market.ts'
import { openConsole } from '../test/console.ts'
import { aPlan } from '../test/values.ts'

const { desk, user, load, fresh, show } = await openConsole({ env: { MARKET: 'live' }, live: liveMarket() })
const { cleanup, fireEvent, screen } = await import('@testing-library/react')
const { ClusterBadge } = (await load('app/cluster-badge.tsx')) as typeof import('./cluster-badge.tsx')
const { SignInForm } = (await load(
  'features/accounts/sign-in-form.tsx',
)) as typeof import('../features/accounts/sign-in-form.tsx')
const { TradingBotPanel } = (await load(
  'features/trading-bots/trading-bot-panel.tsx',
)) as typeof import('../features/trading-bots/trading-bot-panel.tsx')
const { TradeTable } = (await load(
  'features/strategies/trades/trade-table.tsx',
)) as typeof import('../features/strategies/trades/trade-table.tsx')
const { ExecuteStrategy } = (await load(
  'features/agents/plans/execute-strategy.tsx',
)) as typeof import('../features/agents/plans/execute-strategy.tsx')

/** The server's description of itself, if a test changes it. */
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
  assert.match(badge.closest('[title]')?.getAttribute('title') ?? '', /funds worth nothing$/)
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
  show(ExecuteStrategy, { plan: aPlan('Plan'), onExecute })
  const box = await screen.findByRole('checkbox', { name: /^These are real funds on mainnet-beta\. / })
  const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Execute Strategy' })
  assert.equal(button().disabled, true)
  fireEvent.click(box)
  fireEvent.click(button())
  assert.equal(started, 1)
  cleanup()
  show(ExecuteStrategy, { plan: aPlan('Plan'), onExecute })
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

test('a trade on a public network can be looked up beside its signature, one on the local network cannot', async () => {
  const trade: StrategyTrade = {
    id: '1',
    run: 1,
    order: 1,
    side: 'buy',
    status: 'filled',
    time: new Date(0).toISOString(),
    wallet: 'So11111111111111111111111111111111111111112',
    tokens: 5,
    quote: 1,
    usd: 5,
    price_usd: 1,
    fee: 0.000005,
    costs: null,
    profit: null,
    signature: 'a-signature-of-a-trade',
    error: null,
  }
  const props = {
    trades: [trade],
    skipped: [],
    symbol: 'X',
    quote: 'SOL',
    more: false,
    loading: false,
    onMore() {},
  }
  fresh()
  const { unmount } = show(TradeTable, props)
  await screen.findByText(/^a-si/)
  assert.equal(screen.queryByRole('link', { name: 'in the explorer' }), null)
  unmount()
  told = { cluster: 'mainnet-beta', market: 'live' }
  fresh()
  show(TradeTable, props)
  const link = await screen.findByRole('link', { name: 'in the explorer' })
  assert.equal(link.getAttribute('href'), 'https://explorer.solana.com/tx/a-signature-of-a-trade')
})
