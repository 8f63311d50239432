/** An order is booked as the chain finally has it, before the end of its strategy and after. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Plan } from '@purser/contract/strategies/plan.ts'
import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import { notificationEvents } from '../record/notification-events.ts'
import { refigured, replayBooks, withProfits } from '../record/replay-books.ts'
import { describeRestart } from '../restart.ts'
import type { Corrected } from './types.ts'
import { compile } from './compile.ts'
import type { StrategyEvent, StrategyState } from './types.ts'
import type { OrderRow, StrategyRow } from '../rows.ts'

const shared = {
  version: 1,
  goal: 'A plan',
  token_address: KNOWN_TOKENS.find((t) => t.symbol === 'BONK')?.mint ?? '',
  quote: 'SOL',
  slippage_bps: 100,
  on_stop: 'keep',
} as const
const dca: Plan = {
  ...shared,
  strategy_type: 'dca',
  trade_direction: 'buy',
  amount_per_order: { value: 0.1, unit: 'SOL' },
  interval_seconds: 60,
  order_count: 3,
}
const swap: Plan = {
  ...shared,
  strategy_type: 'swap',
  trade_direction: 'buy',
  amount: { value: 0.1, unit: 'SOL' },
}
const guarded: Plan = { ...swap, risk: { stop_loss_percent: 10 } }
const MINUTE = 60_000

function run(plan: Plan) {
  const compiled = compile(plan)
  let state = compiled.begin()
  const step = (event: StrategyEvent) => {
    const before = state
    const out = compiled.step(state, event)
    state = out.state
    const lines = out.lines.map(({ message }) => message)
    const row = { userId: 7, agentId: 8, id: 'it', state: before } as StrategyRow
    const events = notificationEvents({ row, state, lines: out.lines })
    return { lines, orders: out.orders, told: events.map(({ kind }) => kind) }
  }
  const fill = (now: number, seq: number): StrategyEvent => ({
    type: 'filled',
    now,
    seq,
    spent: '0.1 SOL',
    received: '1000 BONK',
    tokens: '1000',
    quote: '0.1',
    usd: 10,
    feesUsd: 0,
  })
  step({ type: 'start', now: 0 })
  return { step, fill, now: () => state }
}

const UNDONE = { held: '-1000', cost: '-0.1', realised: '0', spent: '-0.1', costUsd: -10, realisedUsd: 0 }
const LATE = { held: '1000', cost: '0.1', realised: '0', spent: '0.1', costUsd: 10, realisedUsd: 0 }
const undone = (now: number, seq: number): Corrected => ({
  type: 'corrected',
  now,
  seq,
  side: 'buy',
  isExit: false,
  filled: -1,
  fill: null,
  reason: 'The transaction expired.',
  change: UNDONE,
})
const late = (now: number, seq: number): Corrected => ({
  ...undone(now, seq),
  filled: 1,
  fill: { spent: '0.1 SOL', received: '1000 BONK', tokens: '1000', quote: '0.1' },
  reason: '',
  change: LATE,
})
const books = ({ held, cost, costUsd, realised, spent, ordersFilled, ordersPlaced }: StrategyState) => ({
  held,
  cost,
  costUsd,
  realised,
  spent,
  ordersFilled,
  ordersPlaced,
})

void test('an order that a fork has dropped is unbooked while its strategy runs, which then makes it up', () => {
  const it = run(dca)
  for (const n of [1, 2]) {
    it.step({ type: 'tick', now: n * MINUTE, priceUsd: 0.01 })
    it.step(it.fill(n * MINUTE + 1, n))
  }
  const { lines, orders, told } = it.step(undone(2 * MINUTE + 10, 2))
  assert.deepEqual(books(it.now()), {
    held: '1000',
    cost: '0.1',
    costUsd: 10,
    realised: '0',
    spent: '0.1',
    ordersFilled: 1,
    ordersPlaced: 1,
  })
  assert.deepEqual([orders, told], [[], ['error']])
  assert.match(lines.join(), /^Corrected: order 2 .* dropped it.*The transaction expired\.$/)
  for (const n of [3, 4]) {
    it.step({ type: 'tick', now: n * MINUTE, priceUsd: 0.01 })
    it.step(it.fill(n * MINUTE + 1, n))
  }
  assert.deepEqual([it.now().ordersFilled, it.now().done?.status], [3, 'completed'])
})

void test('what landed late counts, and no order is made in its place', () => {
  const it = run(dca)
  it.step({ type: 'tick', now: MINUTE, priceUsd: 0.01 })
  it.step({ type: 'failed', now: MINUTE + 1, seq: 1, reason: 'It expired.', fatal: false })
  const { lines, told } = it.step(late(MINUTE + 2, 1))
  assert.match(lines.join(), /^Corrected: order 1 .* late on-chain: bought 1000 BONK for 0\.1 SOL\.$/)
  assert.deepEqual(told, ['error'])
  assert.deepEqual([it.now().held, it.now().ordersFilled, it.now().ordersPlaced], ['1000', 1, 1])
  const once = run(swap)
  once.step({ type: 'tick', now: 1, priceUsd: 0.01 })
  once.step({ type: 'failed', now: 2, seq: 1, reason: 'It expired.', fatal: false })
  once.step(late(3, 1))
  assert.deepEqual([once.now().done?.status, once.now().held], ['completed', '1000'])
})

void test('after the end only the books change: it does not restart, and its end is not reported twice', () => {
  for (const plan of [swap, guarded]) {
    const it = run(plan)
    it.step({ type: 'tick', now: 1, priceUsd: 0.01 })
    it.step({ type: 'failed', now: 2, seq: 1, reason: 'It expired.', fatal: true })
    const { done } = it.now()
    const { lines, orders, told } = it.step(late(3, 1))
    assert.deepEqual([it.now().done, it.now().guarding, it.now().held], [done, false, '1000'])
    assert.deepEqual([orders, told], [[], ['error']])
    assert.match(lines.join(), /The strategy has ended; 1,000 BONK are held\.$/)
  }
  const it = run(swap)
  it.step({ type: 'tick', now: 1, priceUsd: 0.01 })
  it.step(it.fill(2, 1))
  const { done } = it.now()
  const { told } = it.step(undone(3, 1))
  assert.deepEqual([it.now().done, it.now().held, it.now().cost, told], [done, '0', '0', ['error']])
})

void test('what is complete goes on with the order that a fork has dropped after its end', () => {
  const it = run(dca)
  for (const n of [1, 2, 3]) {
    it.step({ type: 'tick', now: n * MINUTE, priceUsd: 1 })
    it.step(it.fill(n * MINUTE + 5, n))
  }
  assert.equal(it.now().done?.status, 'completed')
  const complete = describeRestart(dca, it.now())
  assert.deepEqual([complete?.next, complete?.filled], [null, 3])
  it.step(undone(5 * MINUTE, 3))
  assert.deepEqual(describeRestart(dca, it.now()), {
    filled: 2,
    of: 3,
    next: { order: 3, spends: '0.1 SOL in 1 order' },
    reason: null,
    first: { spends: '0.3 SOL in 3 orders of 0.1 SOL' },
  })
  const { lines } = it.step({ type: 'continued', now: 9 * MINUTE, ranUntil: 4 * MINUTE })
  assert.deepEqual(lines, ['Resumed after it had ended, 2 orders filled: continues with order 3 of 3'])
  assert.equal(it.now().done, null)
  assert.equal(it.step({ type: 'tick', now: 9 * MINUTE, priceUsd: 1 }).orders.length, 1)
  it.step(it.fill(9 * MINUTE + 5, 4))
  assert.deepEqual([it.now().ordersFilled, it.now().done?.status], [3, 'completed'])
  assert.equal(describeRestart(dca, it.now())?.next, null)
})

void test('what is complete because its time is over has no order left', () => {
  const plan: Plan = { ...dca, duration_days: 1, interval_seconds: 28_000, min_price_usd: 0.5 }
  const it = run(plan)
  const slot = 28_000_000
  it.step({ type: 'tick', now: 1, priceUsd: 1 })
  it.step(it.fill(2, 1))
  it.step({ type: 'tick', now: slot + 1, priceUsd: 1 })
  it.step(it.fill(slot + 2, 2))
  for (const n of [2, 3]) it.step({ type: 'tick', now: n * slot + 2, priceUsd: 0.1 })
  it.step({ type: 'tick', now: 86_400_000, priceUsd: 0.1 })
  assert.equal(it.now().done?.status, 'completed')
  it.step(undone(86_400_001, 2))
  assert.deepEqual([it.now().ordersFilled, describeRestart(plan, it.now())?.next], [1, null])
})

void test('what guards a position that never was ends', () => {
  const it = run(guarded)
  it.step({ type: 'tick', now: 1, priceUsd: 0.01 })
  it.step(it.fill(2, 1))
  assert.equal(it.now().guarding, true)
  it.step(undone(3, 1))
  assert.deepEqual([it.now().done?.status, it.now().held], ['failed', '0'])
})

const ground = { tokenDecimals: 5, quoteDecimals: 9, quoteUsd: 100, solUsd: 100, sellsEach: false }
function leg(seq: number, side: 'buy' | 'sell', spent: bigint, outAmount: bigint): OrderRow {
  return {
    strategyId: 'it',
    run: 1,
    seq,
    walletAddress: 'w',
    side,
    status: 'filled',
    spent,
    outAmount,
    fee: 5n,
    rent: 2n,
    profit: null,
    quotePrice: null,
    endedAt: new Date(seq),
  } as OrderRow
}

void test('a buy that never was changes what later sales have realised, exactly', () => {
  // 2 bought at 1 SOL, 2 at 3 SOL, then 2 sold for 5 SOL: at the average cost of 4 SOL, or of 2 without the second buy.
  const SOL = 1_000_000_000n
  const all = [
    leg(1, 'buy', 2n * SOL, 200_000n),
    leg(2, 'buy', 6n * SOL, 200_000n),
    leg(3, 'sell', 200_000n, 5n * SOL),
  ]
  const before = replayBooks(all, ground)
  assert.deepEqual([before.position.held, before.position.cost, before.position.realised], ['2', '4', '1'])
  const dropped = all.map((one) =>
    one.seq === 2
      ? { ...one, status: 'failed' as const, spent: null, outAmount: null, fee: null, rent: null }
      : one,
  )
  const after = replayBooks(dropped, ground)
  assert.deepEqual([after.position.held, after.position.cost, after.position.realised], ['0', '0', '3'])
  assert.deepEqual([after.position.costUsd, after.spent], [0, { buy: '2', sell: '2' }])
  assert.deepEqual(
    withProfits(dropped, before, after).map(({ profit }) => profit),
    [null, null, 3n * SOL],
  )
  const figures = {
    boughtBase: 400_000n,
    spentQuote: 8n * SOL,
    soldBase: 200_000n,
    receivedQuote: 5n * SOL,
    feesLamports: 15n,
    marketQuote: 9n,
    rentLamports: 6n,
  }
  const decimals = { token: 5, quote: 9 }
  // At a price of 2 SOL the market took 2 SOL of the second buy.
  const was = { ...all[1], tokenPrice: 2n, quotePrice: 1n } as OrderRow
  assert.deepEqual(refigured(figures, [was], [dropped[1] as OrderRow], decimals), {
    boughtBase: 200_000n,
    spentQuote: 2n * SOL,
    soldBase: 200_000n,
    receivedQuote: 5n * SOL,
    feesLamports: 10n,
    marketQuote: 9n - 2n * SOL,
    rentLamports: 4n,
  })
})
