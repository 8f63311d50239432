// On PostgreSQL as well.
/** Orders are sent within the limits of their decision or not at all, and one in doubt does not delay the next. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as api from '@purser/contract/agents/agents.ts'
import { listTrades } from '@purser/contract/strategies/strategies.ts'
import { KNOWN_TOKENS, requestFaucet } from '@purser/contract/tokens/tokens.ts'
import { generateWallet } from '@purser/contract/wallets/wallets.ts'
import { createPath } from '../../adapters/market/simulated/path.ts'
import { createProfile } from '../../adapters/market/simulated/profile.ts'
import { startTestDesk, until } from '../../test/harness.ts'
import { trade } from '../../test/product.ts'
import { fundedWallet } from '../../test/funded-wallet.ts'

const WIF = KNOWN_TOKENS.find((t) => t.symbol === 'WIF')?.mint ?? ''
let heard: (method: string) => void = () => undefined
const desk = await startTestDesk({ network: 'steered', overhear: (method) => heard(method) })
await desk.chain('localnet_setSlotTime', 20)
const { token } = await desk.signUp()
const { call } = desk
const path = createPath(createProfile(WIF, 'localnet'))

async function trader() {
  const address = await fundedWallet(call, token, 5)
  const { id } = (await call(api.createAgent, { token })).ok
  const params = { id }
  const lines = async () =>
    (await call(api.listTerminalLogs, { token, params })).ok.map(({ message }) => message)
  return {
    address,
    begin: (instruction: string) => trade(call, token, id, instruction, [address]),
    lines,
    strategy: async () => (await call(api.listStrategies, { token, params })).ok[0],
    lamports: async () =>
      (await desk.chain<{ value: number }>('getBalance', address, { commitment: 'confirmed' })).value,
    pause: async () => (await call(api.pauseStrategy, { token, params })).ok,
    status: async () => (await call(api.getAgentStatus, { token, params })).ok,
    stop: async () => (await call(api.stopStrategy, { token, params })).ok.status,
    said: (what: RegExp) =>
      until(`a line like ${what}`, async () => (await lines()).find((line) => what.test(line))).catch(
        async (error: unknown) => {
          throw new Error(`${String(error)}; it said: ${(await lines()).join(' | ')}`)
        },
      ),
  }
}
const fault = (...methods: string[]) =>
  desk.chain(
    'localnet_setFaults',
    methods.map((method) => ({ method, kind: 'drop' })),
  )
const mend = () => desk.chain('localnet_clearFaults')
/**
 * Passes while an order is built and its simulation has no answer. Amid a build, its quote would be of one time and its
 * swap of another; and where the chain came back at once, the simulation would be repeated and this build be sent.
 */
async function passAsItWaits(ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  heard = (method) => {
    if (method === 'simulateTransaction') resolve()
  }
  await promise
  heard = () => undefined
  desk.clock.move(ms)
}

test('a chain that comes back after the deadline does not get the order any more', async () => {
  const it = await trader()
  const before = await it.lamports()
  await fault('simulateTransaction')
  const strategyId = await it.begin('buy 0.05 SOL of WIF')
  await it.said(/^Placed order 1 of 1/)
  await passAsItWaits(61_000)
  await it.said(/^Skipped order 1 of 1: It could not be sent in the time allowed/)
  await mend()
  await until('it has ended', async () => (await it.strategy())?.status === 'failed')
  assert.equal(await it.lamports(), before, 'not a lamport moved')
  const { trades, skipped } = (await call(listTrades, { token, params: { strategyId } })).ok
  assert.deepEqual(
    trades.map(({ status }) => status),
    ['failed'],
  )
  assert.equal(skipped.length, 1, 'it is on record as skipped')
})

test('a chain that comes back at another price does not get the order any more', async () => {
  const LATER_MS = 40_000
  /** However long the decision and then the send take on a busy machine, the price has risen between them. */
  const TAKES_MS = 20_000
  const it = await trader()
  const before = await it.lamports()
  const prices = (from: number, ms: number) =>
    Array.from({ length: ms / 1_000 + 1 }, (_, second) => path.at(from + second * 1_000))
  const rises = (at: number) =>
    Math.min(...prices(at + LATER_MS, 2 * TAKES_MS)) / Math.max(...prices(at, TAKES_MS)) > 1.002
  const start = desk.clock.now()
  let wait = 0
  while (wait < 9 * 86_400_000 && !rises(start + wait)) wait += 5_000
  assert.ok(rises(start + wait), 'the path has such a rise')
  desk.clock.move(wait)
  await fault('simulateTransaction')
  await it.begin('buy 0.05 SOL of WIF with 0.05% slippage')
  await it.said(/^Placed order 1 of 1/)
  await passAsItWaits(LATER_MS)
  await it.said(/^Skipped order 1 of 1: The price moved beyond the limit set when it was decided/)
  await mend()
  await until('it has ended', async () => (await it.strategy())?.status === 'failed')
  assert.equal(await it.lamports(), before)
})

test('a limit order keeps its own price however late it is', async () => {
  const it = await trader()
  await fault('simulateTransaction')
  await it.begin('buy 0.05 SOL of WIF at $1000')
  await it.said(/^Placed order 1 of 1/)
  desk.clock.move(600_000)
  await mend()
  await it.said(/^Bought/)
})

test('an order in doubt does not hold the next one, and is booked when it is certain', async () => {
  const it = await trader()
  const strategyId = await it.begin('buy 0.02 SOL of WIF every 5 seconds, 3 times')
  await it.said(/^Placed order 1 of 3/)
  await fault('sendTransaction', 'getSignatureStatuses')
  await it.said(/^Waiting: the outcome of order \d of 3 is not certain yet/)
  const known = await it.strategy()
  assert.equal(known?.status, 'active')
  const placed = known.orders_placed
  if (placed < 3) await it.said(new RegExp(`^Placed order ${placed + 1} of 3`))
  await mend()
  await until('it is complete', async () => (await it.strategy())?.status === 'completed')
  const { trades } = (await call(listTrades, { token, params: { strategyId } })).ok
  const filled = trades.filter(({ status }) => status === 'filled')
  assert.equal(filled.length, 3)
  const held = filled.reduce((all, { tokens }) => all + Number(tokens), 0)
  assert.ok(Math.abs(Number((await it.strategy())?.held) / held - 1) < 1e-9, 'each is booked once')
})

test('a pause waits for an order in flight, and says stopping until it is known', async () => {
  const it = await trader()
  await fault('getSignatureStatuses')
  await it.begin('buy 0.02 SOL of WIF every 1 hour, 3 times')
  await until('it is sent', async () => (await it.lamports()) < 4_990_000_000)
  const answer = await it.pause()
  assert.equal(answer.status, 'stopping')
  assert.match(answer.message, /^An order is still in flight/)
  assert.equal((await it.status()).status, 'stopping')
  await mend()
  await it.said(/^Bought/)
  await until('it rests', async () => (await it.status()).status === 'paused')
  await it.stop()
})

test('a stop waits for an order in flight, and says stopping until it is known', async () => {
  const it = await trader()
  await fault('getSignatureStatuses')
  await it.begin('buy 0.02 SOL of WIF')
  await it.said(/^Placed order 1 of 1/)
  await until('it is sent', async () => (await it.lamports()) < 4_990_000_000)
  const began = Date.now()
  assert.equal(await it.stop(), 'stopping')
  assert.ok(Date.now() - began >= 4_900)
  await mend()
  await it.said(/^Bought/)
  await until('it is over', async () => !['active', 'stopping'].includes((await it.strategy())?.status ?? ''))
})
