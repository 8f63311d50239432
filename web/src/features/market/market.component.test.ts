import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createAgent, listStrategies, stopStrategy } from '@purser/contract/agents/agents.ts'
import { getMarketClock, setMarketClock } from '@purser/contract/market/market.ts'
import { requestFaucet } from '@purser/contract/tokens/tokens.ts'
import { generateWallet } from '@purser/contract/wallets/wallets.ts'
import { trade } from '../../../../server/src/test/product.ts'
import { openConsole } from '../../test/console.ts'

const { desk, user, load, show } = await openConsole()
const { cleanup, screen, waitFor } = await import('@testing-library/react')
const { default: userEvent } = await import('@testing-library/user-event')
const { ClockControl } = (await load(
  'features/market/clock-control.tsx',
)) as typeof import('./clock-control.tsx')
const { MarketSpeedBadge } = (await load(
  'features/market/market-speed-badge.tsx',
)) as typeof import('./market-speed-badge.tsx')

const { token } = user
const speed = async () => (await desk.call(getMarketClock, { token })).ok.speed
const setSpeed = (to: number) => desk.call(setMarketClock, { token, body: { speed: to } })
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })
const isPressed = async (name: string) => (await button(name)).getAttribute('aria-pressed') === 'true'
const shownTime = () => Date.parse(document.querySelector('time')?.getAttribute('datetime') ?? '')

afterEach(async () => {
  cleanup()
  await setSpeed(1)
})

test('the speed is chosen for the whole desk, and the time of the market runs on', async () => {
  show(ClockControl, {})
  const person = userEvent.setup()
  assert.ok(screen.getByText('Loading the market clock…'))
  // It has its full height, and nothing to press yet.
  assert.ok((await button('10×')).disabled)
  assert.ok(screen.getByText(/for all users/))
  await waitFor(async () => assert.ok(await isPressed('1×')))
  assert.ok(screen.getByText(/for all users/))
  await person.click(await button('100×'))
  await waitFor(async () => assert.ok(await isPressed('100×')))
  assert.equal(await speed(), 100)
  const before = shownTime()
  await waitFor(() => assert.ok(shownTime() - before >= 100_000))
  await person.click(await button('1×'))
  await waitFor(async () => assert.equal(await speed(), 1))
  await waitFor(() => assert.ok(Math.abs(shownTime() - Date.now()) < 10_000))
})

test('a speed that is not offered is shown as it is', async () => {
  await setSpeed(50)
  show(ClockControl, {})
  await waitFor(async () => assert.ok(await isPressed('50×')))
})

test('while a strategy runs it cannot be changed, and the reason stands there', async () => {
  const wallet = (await desk.call(generateWallet, { token, body: {} })).ok
  await desk.call(requestFaucet, { token, body: { address: wallet.address, sol: 10 } })
  const { id } = (await desk.call(createAgent, { token, body: {} })).ok
  const params = { id }
  show(ClockControl, {})
  await waitFor(async () => assert.ok(!(await button('10×')).disabled))
  await trade(desk.call, token, id, 'buy 0.01 SOL of BONK every hour', [wallet.address])
  // Until the console knows of it, the server's sentence is shown.
  if (!(await button('10×')).disabled) await userEvent.setup().click(await button('10×'))
  await screen.findAllByText('The market speed cannot be changed while strategies run. They require 1×.')
  await waitFor(async () => assert.ok((await button('10×')).disabled))
  assert.equal(await speed(), 1)
  await desk.call(stopStrategy, { token, params, body: {} })
  await waitFor(async () =>
    assert.ok((await desk.call(listStrategies, { token, params })).ok.every((s) => s.status === 'stopped')),
  )
  await waitFor(async () => assert.ok(!(await button('10×')).disabled))
})

test('the badge stands there while the market is fast only', async () => {
  show(MarketSpeedBadge, {})
  const badge = '10× market speed'
  assert.ok(!screen.queryByRole('button'))
  await setSpeed(10)
  await button(badge)
  // Its popup is laid out only in a browser: a browser test covers it.
  await setSpeed(1)
  await waitFor(() => assert.ok(!screen.queryByRole('button', { name: badge })))
})

test('a start that is refused while the market is fast tells the reason in the chat', async () => {
  const { ChatPanel } = (await load(
    'features/agents/chat/chat-panel.tsx',
  )) as typeof import('../agents/chat/chat-panel.tsx')
  const wallet = (await desk.call(generateWallet, { token, body: {} })).ok
  await desk.call(requestFaucet, { token, body: { address: wallet.address, sol: 10 } })
  const agent = (await desk.call(createAgent, { token, body: {} })).ok
  const nothing = () => {}
  const choice = {
    wallets: [wallet],
    known: true,
    groups: [],
    chosen: wallet,
    group: undefined,
    error: undefined,
  }
  const acts = { choose: nothing, chooseGroup: nothing, clearGroup: nothing }
  const { createElement } = await import('react')
  const { useChatToken } = (await load(
    'features/agents/chat/use-chat-token.ts',
  )) as typeof import('../agents/chat/use-chat-token.ts')
  const Chat = (props: Omit<Parameters<typeof ChatPanel>[0], 'setup'>) =>
    createElement(ChatPanel, { ...props, setup: useChatToken(props.agent.id) })
  show(Chat, { agent, active: false, choice: { ...choice, ...acts } })
  await setSpeed(100)
  const person = userEvent.setup()
  await person.type(
    await screen.findByLabelText('Message'),
    'buy 0.02 SOL of BONK every hour, 3 times{Enter}',
  )
  await person.click(await button('Execute Strategy'))
  await screen.findByText(
    'Failed to start the strategy: The market runs at 100× speed. Set it back to 1× before starting a strategy.',
  )
  assert.deepEqual((await desk.call(listStrategies, { token, params: { id: agent.id } })).ok, [])
})
