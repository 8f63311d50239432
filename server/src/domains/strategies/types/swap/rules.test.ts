import { test } from 'node:test'
import assert from 'node:assert/strict'
import { Plan } from '@purser/contract/strategies/plan.ts'
import { USDC_MINT } from '@purser/contract/tokens/tokens.ts'
import { compile } from '../../engine/compile.ts'
import type { StrategyEvent, StrategyState } from '../../engine/types.ts'

const plan = (more: object = {}) =>
  Plan.parse({
    version: 1,
    strategy_type: 'swap',
    goal: 'Buy USDC for 0.1 SOL',
    token_address: USDC_MINT,
    quote: 'SOL',
    trade_direction: 'buy',
    amount: { value: 0.1, unit: 'SOL' },
    ...more,
  })

/** Steps the events in turn; returns each result. */
function play(p: Plan, events: StrategyEvent[]) {
  const { begin, step } = compile(p)
  let state: StrategyState = begin()
  const out = events.map((event) => {
    const stepped = step(state, event)
    state = stepped.state
    return { orders: stepped.orders, lines: stepped.lines.map((l) => l.message) }
  })
  return { state, out, orders: out.flatMap((o) => o.orders), lines: out.flatMap((o) => o.lines) }
}
const fill = (seq: number, now = 2): StrategyEvent => ({
  type: 'filled',
  now,
  seq,
  spent: '0.1 SOL',
  received: '15 USDC',
  tokens: '15',
  quote: '0.1',
  usd: 15,
  feesUsd: 0,
})
const fail = (seq: number, now: number, fatal = false): StrategyEvent => ({
  type: 'failed',
  now,
  seq,
  reason: 'The price moved.',
  fatal,
})
const tick = (now: number, priceUsd: number | null = 1): StrategyEvent => ({ type: 'tick', now, priceUsd })

void test('a swap places one order at once and ends when it is filled', () => {
  const { orders, lines, state } = play(plan(), [
    { type: 'start', now: 1 },
    tick(1),
    tick(2),
    fill(1),
    tick(3),
    fill(1),
  ])
  assert.deepEqual(orders, [{ seq: 1, side: 'buy', amount: { value: 0.1, unit: 'SOL' } }])
  assert.deepEqual(lines, [
    'Initializing: swap, buy USDC with 0.1 SOL, once, now',
    'Initialized: the first order follows now',
    'Placed order 1 of 1: buy USDC with 0.1 SOL at about 1 USD',
    'Bought 15 USDC for 0.1 SOL (order 1 of 1).',
    'Completed successfully: the order is filled',
  ])
  assert.deepEqual(state.done, { status: 'completed', reason: 'the order is filled' })
  assert.equal(state.held, '15')
})

void test('a failed order is retried three times, each after a longer wait, then the swap fails', () => {
  const { orders, state, out } = play(plan(), [
    { type: 'start', now: 0 },
    tick(0),
    fail(1, 1_000),
    tick(5_999),
    tick(6_000),
    fail(2, 7_000),
    tick(21_999),
    tick(22_000),
    fail(3, 22_000),
    tick(67_000),
    fail(4, 68_000),
    tick(500_000),
  ])
  assert.deepEqual(
    orders.map((o) => o.seq),
    [1, 2, 3, 4],
  )
  assert.deepEqual(out[3]?.orders, [], 'it waits its time')
  assert.deepEqual(state.done, { status: 'failed', reason: 'the order failed: The price moved.' })
  assert.deepEqual(out[2]?.lines, [
    'Error: order 1 of 1 failed: The price moved. Retrying in 5 seconds (attempt 2 of 4).',
  ])
})

void test('a fatal failure ends it at once', () => {
  const { state, orders } = play(plan(), [{ type: 'start', now: 0 }, tick(0), fail(1, 1, true), tick(99_999)])
  assert.equal(state.done?.status, 'failed')
  assert.equal(orders.length, 1)
})

void test('the answer of another order changes nothing', () => {
  const { begin, step } = compile(plan())
  const state = step(step(begin(), { type: 'start', now: 0 }).state, tick(0)).state
  assert.deepEqual(step(state, fill(2)), { state, orders: [], lines: [] })
  assert.deepEqual(step(state, fail(0, 1)), { state, orders: [], lines: [] })
})

void test('a paused swap places nothing until it is resumed', () => {
  const { out } = play(plan(), [
    { type: 'start', now: 0 },
    { type: 'paused', now: 0 },
    tick(5),
    { type: 'resumed', now: 9 },
    tick(10),
  ])
  assert.deepEqual(
    out.map((o) => o.orders.length),
    [0, 0, 0, 0, 1],
  )
  assert.match(out[1]?.lines[0] ?? '', /^Paused/)
  assert.match(out[3]?.lines[0] ?? '', /^Resumed/)
})

void test('a stop waits for the order in flight, then keeps or sells what was bought as the plan says', () => {
  const events: StrategyEvent[] = [
    { type: 'start', now: 0 },
    tick(0),
    { type: 'stopped', now: 1 },
    tick(2),
    fill(1),
  ]
  const kept = play(plan(), events)
  assert.deepEqual(kept.state.done, { status: 'stopped', reason: '1 order filled of 1; 15 USDC kept' })
  assert.equal(kept.orders.length, 1)

  const sold = play(plan({ on_stop: 'sell' }), [
    ...events,
    fail(2, 10),
    tick(4_000),
    tick(6_000),
    {
      type: 'filled',
      now: 7_000,
      seq: 3,
      spent: '15 USDC',
      received: '0.09 SOL',
      tokens: '15',
      quote: '0.09',
      usd: 15,
      feesUsd: 0,
    },
  ])
  assert.deepEqual(sold.orders.slice(1), [
    { seq: 2, side: 'sell', amount: { value: '15', unit: 'token' }, upTo: true },
    { seq: 3, side: 'sell', amount: { value: '15', unit: 'token' }, upTo: true },
  ])
  assert.equal(sold.state.held, '0')
  assert.equal(sold.state.done?.status, 'stopped')
  assert.equal(sold.lines.at(-2), 'Sold 15 USDC for 0.09 SOL (sale on stop). Loss: 0.01 SOL')
})

void test('a sale that a limit or a stop asks for is tried again while SOL for its fee is missing', () => {
  const poor = (seq: number, now: number): StrategyEvent => ({
    type: 'failed',
    now,
    seq,
    reason: 'The wallets hold too little SOL for fees of 0.00001 SOL per order.',
    fatal: false,
    outOfFunds: true,
  })
  const begun = [{ type: 'start' as const, now: 0 }, tick(1), fill(1)]
  const limit = play(plan({ risk: { stop_loss_percent: 5 } }), [
    ...begun,
    tick(10, 0.5),
    poor(2, 11),
    tick(60_011),
  ])
  assert.equal(limit.orders.at(-1)?.seq, 3)
  assert.ok(
    limit.lines.some((line) =>
      /^Error: the sale on stop loss failed: .* too little SOL .* Retrying/.test(line),
    ),
  )
  const stop = play(plan({ on_stop: 'sell', risk: { take_profit_percent: 500 } }), [
    ...begun,
    { type: 'stopped', now: 10 },
    poor(2, 11),
    tick(60_011),
  ])
  assert.deepEqual([stop.orders.at(-1)?.seq, stop.state.done], [3, null])
  const guarded = play(
    plan({
      strategy_type: 'bracket',
      trade_direction: 'sell',
      amount: { value: 5, unit: 'token' },
      stop_loss_percent: 5,
    }),
    [{ type: 'start', now: 0 }, tick(1), tick(10, 0.5), poor(1, 11), tick(60_011, 0.5)],
  )
  assert.deepEqual([guarded.orders.at(-1)?.seq, guarded.state.done], [2, null])
})

void test('once it is stopped a sale that a limit asked for is not tried again, only the sale on stop is', () => {
  const met = [
    { type: 'start' as const, now: 0 },
    tick(1),
    fill(1),
    tick(10, 0.5),
    { type: 'stopped' as const, now: 11 },
  ]
  const risk = { stop_loss_percent: 5 }
  const kept = play(plan({ risk }), [...met, fail(2, 12), tick(60_012, 0.5)])
  assert.deepEqual([kept.orders.length, kept.state.done?.status], [2, 'stopped'])
  assert.ok(kept.lines.some((line) => line.startsWith('Error: the sale on stop loss failed: ')))
  assert.match(kept.lines.at(-1) ?? '', /^Stopped: 1 order filled of 1; 15 USDC kept/)
  const sells = play(plan({ risk, on_stop: 'sell' }), [...met, fail(2, 12)])
  assert.deepEqual([sells.orders.length, sells.state.exit?.name, sells.state.done], [3, 'stop', null])
})

void test('closed by hand during a stop loss, the sale is tried as often as that of the limit, and says how often', () => {
  const tried = (more: object, stop: object) => {
    const { begin, step } = compile(plan({ risk: { stop_loss_percent: 5 }, ...more }))
    let state: StrategyState = begin()
    const lines: string[] = []
    const tell = (event: StrategyEvent) => {
      const stepped = step(state, event)
      state = stepped.state
      lines.push(...stepped.lines.map(({ message }) => message))
    }
    for (const event of [{ type: 'start' as const, now: 0 }, tick(1), fill(1), tick(10, 0.5)]) tell(event)
    tell({ type: 'stopped', now: 11, ...stop })
    let failures = 0
    for (let now = 12; !state.done && failures < 100; now += 60_000) {
      if (state.pending === 0) tell(tick(now, 0.5))
      tell(fail(state.pending, now))
      failures++
    }
    return { state, lines, failures }
  }
  // The first is the stop loss's own sale, which was in flight.
  for (const one of [tried({}, { sells: true }), tried({ on_stop: 'sell' }, {})]) {
    assert.equal(one.failures, 1 + 41)
    assert.equal(one.state.done?.status, 'failed')
    const attempts = one.lines.filter((line) => line.startsWith('Error: the sale on stop failed'))
    assert.match(attempts[0] ?? '', /Retrying in 5 seconds \(attempt 2 of 41\)\.$/)
    assert.match(attempts[39] ?? '', /Retrying in 45 seconds \(attempt 41 of 41\)\.$/)
  }
})

void test('a guard that sells says how often it tries', () => {
  const guarded = plan({
    strategy_type: 'bracket',
    trade_direction: 'sell',
    amount: { value: 5, unit: 'token' },
    stop_loss_percent: 5,
  })
  const { lines } = play(guarded, [{ type: 'start', now: 0 }, tick(1), tick(10, 0.5), fail(1, 11)])
  assert.match(lines.at(-1) ?? '', /Retrying in 5 seconds \(attempt 2 of 41\)\.$/)
})

void test('a pause says that limits are not watched meanwhile, where something stands under them', () => {
  const paused = { type: 'paused' as const, now: 5 }
  const said = (more: object, ...before: StrategyEvent[]) =>
    play(plan(more), [{ type: 'start', now: 0 }, tick(1), ...before, paused]).lines.at(-1)
  const without = /^Paused after \d orders? filled of 1$/
  const risk = { stop_loss_percent: 5 }
  assert.equal(
    said({ risk }, fill(1)),
    'Paused after 1 order filled of 1; its limits are not monitored while it is paused',
  )
  assert.match(said({ risk }) ?? '', without)
  assert.match(said({}) ?? '', without)
  const bracket = { strategy_type: 'bracket', time_limit_seconds: 60 }
  assert.match(said(bracket, fill(1)) ?? '', /its limits are not monitored/)
})
