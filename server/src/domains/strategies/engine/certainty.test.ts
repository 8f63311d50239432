/** Orders that are skipped, orders in doubt, and going on after an end. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Plan } from '@purser/contract/strategies/plan.ts'
import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import { cannotContinueText } from '@purser/contract/agents/restart-texts.ts'
import { cannotContinue } from './continue.ts'
import { compile } from './compile.ts'
import type { StrategyEvent, StrategyState } from './types.ts'
import { requestedSide } from '../types/signal.ts'

const BONK = KNOWN_TOKENS.find((t) => t.symbol === 'BONK')?.mint ?? ''
const base = { version: 1, goal: 'Test.', token_address: BONK, quote: 'SOL' }
const sol = (value: number) => ({ value, unit: 'SOL' })
const dca = (more: object = {}) =>
  Plan.parse({
    ...base,
    strategy_type: 'dca',
    trade_direction: 'buy',
    amount_per_order: sol(0.1),
    interval_seconds: 10,
    order_count: 3,
    ...more,
  })
const one = (more: object) => Plan.parse({ ...base, trade_direction: 'buy', amount: sol(0.1), ...more })

const terms = {
  tokenDecimals: 5,
  quoteDecimals: 9,
  budget: '1',
  limits: {},
  capitalUsd: 10,
}
function machine(plan: Plan) {
  const { begin, step, idle } = compile(plan)
  let state: StrategyState = { ...begin(), terms }
  const said: string[] = []
  return {
    get state() {
      return state
    },
    idle: () => idle(state),
    said,
    tell(event: StrategyEvent) {
      const out = step(state, event)
      state = JSON.parse(JSON.stringify(out.state)) as StrategyState
      said.push(...out.lines.map(({ message }) => message))
      return out.orders
    },
    tick(now: number, priceUsd = 1) {
      return this.tell({ type: 'tick', now, priceUsd })
    },
    fill(seq: number, now: number, side: 'buy' | 'sell' = 'buy', tokens = '10') {
      const [spent, received] = side === 'buy' ? ['0.1 SOL', `${tokens} BONK`] : [`${tokens} BONK`, '0.1 SOL']
      return this.tell({
        type: 'filled',
        now,
        seq,
        spent,
        received,
        tokens,
        quote: '0.1',
        usd: 10,
        feesUsd: 0,
      })
    },
    skip(seq: number, now: number) {
      return this.tell({ type: 'failed', now, seq, reason: 'The price moved.', fatal: false, skipped: true })
    },
    limit(seq: number, now: number) {
      const reason = 'Your limit leaves too little.'
      return this.tell({ type: 'failed', now, seq, reason, code: 'limit', fatal: false, skipped: true })
    },
    doubt(seq: number, now: number) {
      return this.tell({ type: 'doubted', now, seq, spends: '0.1' })
    },
  }
}
const begun = (plan: Plan, now = 0) => {
  const run = machine(plan)
  run.tell({ type: 'start', now })
  return run
}

void test('a skipped scheduled order has its line, and the next one comes at its own time', () => {
  const run = begun(dca())
  assert.equal(run.tick(0).length, 1)
  assert.deepEqual(run.skip(1, 3_000), [])
  assert.match(run.said.at(-1) ?? '', /^Skipped order 1 of 3: The price moved\. Next attempt in 7 seconds\.$/)
  assert.deepEqual(run.tick(9_999), [], 'not tried again at another price')
  assert.equal(run.tick(10_000)[0]?.seq, 2)
  assert.equal(run.state.ordersPlaced, 1)
})

void test('where the time of the next order has passed by then, it says so', () => {
  for (const late of [10_000, 12_500]) {
    const run = begun(dca())
    run.tick(0)
    run.skip(1, late)
    assert.match(run.said.at(-1) ?? '', /The price moved\. Next attempt now\.$/)
  }
})

void test('one order at once ends with its skipping, one that waits for a price waits again', () => {
  const swap = begun(one({ strategy_type: 'swap' }))
  swap.tick(0)
  swap.skip(1, 61_000)
  assert.equal(swap.state.done?.status, 'failed')
  assert.match(swap.said.at(-2) ?? '', /^Skipped order 1 of 1/)
  assert.deepEqual(swap.tick(70_000), [])

  const limit = begun(one({ strategy_type: 'limit', limit_price_usd: 2 }))
  assert.equal(limit.tick(0, 1.9).length, 1)
  limit.skip(1, 1_000)
  assert.equal(limit.state.done, null)
  assert.match(limit.said.at(-1) ?? '', /waits for its price again/)
  assert.deepEqual(limit.tick(20_000, 2.1), [])
  assert.equal(limit.tick(21_000, 1.9).length, 1)
})

void test('an ordinary sale that a limit of real money holds back is tried again in five minutes, not at each price', () => {
  const guards = begun(
    one({
      strategy_type: 'bracket',
      trade_direction: 'sell',
      amount: { value: 10, unit: 'token' },
      stop_loss_percent: 10,
    }),
  )
  guards.tick(0)
  const [sale] = guards.tick(1_000, 0.5)
  assert.equal(sale?.side, 'sell')
  guards.limit(sale.seq, 2_000)
  assert.match(guards.said.at(-1) ?? '', /Next attempt in 5 minutes\.$/)
  assert.deepEqual(guards.tick(301_999, 0.5), [])
  const [again] = guards.tick(302_000, 0.5)
  assert.equal(again?.side, 'sell')
  guards.skip(again.seq, 303_000)
  assert.equal(guards.tick(303_000, 0.5).length, 1, 'for its price it is decided anew at once')

  const crossing = Plan.parse({
    ...base,
    strategy_type: 'rsi',
    trade_direction: 'both',
    amount_per_trade: sol(0.1),
    timeframe: '1m',
  })
  const { begin, step } = compile(crossing)
  const selling: StrategyState = {
    ...begin(),
    terms,
    startedAt: 0,
    nextAt: 60_000,
    held: '10',
    pending: 1,
    pendingSide: 'sell',
    typeState: { type: 'rsi', candleAt: 1, figures: [], pendingSide: 'sell' },
  }
  const refused = {
    type: 'failed' as const,
    now: 2_000,
    seq: 1,
    reason: 'No.',
    fatal: false,
    skipped: true as const,
  }
  const waits = step(selling, { ...refused, code: 'limit' })
  assert.match(waits.lines.at(-1)?.message ?? '', /Next attempt in 5 minutes\.$/)
  assert.deepEqual([waits.state.slotAt, requestedSide(waits.state)], [302_000, 'sell'])
  assert.equal(step(selling, { ...refused, code: 'price' }).state.slotAt, 2_000)
})

void test('a skipped exit is decided anew at the next price until it is done, however often', () => {
  const bracket = begun(one({ strategy_type: 'bracket', stop_loss_percent: 10 }))
  bracket.tick(0)
  bracket.fill(1, 1_000)
  let seq = bracket.tick(2_000, 0.5)[0]?.seq ?? 0
  for (let now = 3_000; now < 203_000; now += 1_000) {
    bracket.skip(seq, now)
    assert.equal(bracket.state.done, null)
    const [order] = bracket.tick(now, 0.5)
    assert.ok(order && order.side === 'sell', 'decided anew at once')
    seq = order.seq
  }
  bracket.fill(seq, 300_000, 'sell')
  assert.equal(bracket.state.done?.status, 'completed')

  const stop = begun(dca({ on_stop: 'sell' }))
  stop.tick(0)
  stop.fill(1, 1_000)
  let [sale] = stop.tell({ type: 'stopped', now: 2_000 })
  for (let n = 0; n < 10; n++) {
    stop.skip(sale?.seq ?? 0, 3_000 + n)
    ;[sale] = stop.tick(3_000 + n)
    assert.equal(sale?.side, 'sell')
  }
  stop.fill(sale?.seq ?? 0, 9_000, 'sell')
  assert.equal(stop.state.done?.status, 'stopped')

  const guard = begun(
    one({
      strategy_type: 'bracket',
      trade_direction: 'sell',
      amount: { value: 100, unit: 'percent' },
      stop_loss_percent: 10,
    }),
  )
  guard.tick(0)
  let [out] = guard.tick(1_000, 0.5)
  for (let n = 0; n < 60; n++) {
    guard.skip(out?.seq ?? 0, 2_000 + n)
    ;[out] = guard.tick(2_000 + n, 0.5)
    assert.equal(out?.side, 'sell')
  }
})

void test('an order in doubt does not hold the orders after it, and is booked once when it is known', () => {
  const run = begun(dca())
  run.tick(0)
  run.doubt(1, 2_000)
  assert.equal(run.state.pending, 0)
  assert.equal(run.tick(10_000)[0]?.seq, 2, 'the next order goes on')
  run.fill(2, 11_000)
  assert.equal(run.tick(20_000)[0]?.seq, 3)
  run.fill(3, 21_000)
  assert.deepEqual(run.tick(30_000), [], 'no fourth one while the first may have been filled')
  assert.equal(run.idle().until, Infinity)
  assert.equal(run.state.held, '20')
  run.fill(1, 40_000)
  assert.deepEqual([run.state.held, run.state.ordersFilled, run.state.done?.status], ['30', 3, 'completed'])
  run.fill(1, 41_000)
  assert.equal(run.state.held, '30', 'never twice')
})

void test('an order in doubt that failed is made up for, never doubled', () => {
  const run = begun(dca())
  run.tick(0)
  run.doubt(1, 2_000)
  run.tick(10_000)
  run.fill(2, 11_000)
  run.tick(20_000)
  run.fill(3, 21_000)
  run.tell({ type: 'failed', now: 40_000, seq: 1, reason: 'It was not sent.', fatal: false })
  assert.equal(run.tick(40_000)[0]?.seq, 4)
  run.fill(4, 41_000)
  assert.deepEqual([run.state.ordersFilled, run.state.done?.status], [3, 'completed'])
})

void test('what is in doubt counts against the most that may be spent', () => {
  const run = machine(dca({ risk: { max_spend: sol(0.2) } }))
  run.tell({ type: 'start', now: 0, terms: { ...terms, limits: { max_spend: { units: '0.2', usd: 0 } } } })
  run.tick(0)
  run.doubt(1, 1_000)
  assert.equal(run.tick(10_000)[0]?.atMost, '0.1')
  run.fill(2, 11_000)
  assert.deepEqual(run.tick(20_000), [], 'all of it may be spent')
  assert.equal(run.state.done, null)
})

void test('a stop and an end wait for what is in doubt; a sale on stop sells it as well', () => {
  const run = begun(dca({ on_stop: 'sell' }))
  run.tick(0)
  run.doubt(1, 1_000)
  assert.deepEqual(run.tell({ type: 'stopped', now: 2_000 }), [])
  assert.equal(run.state.done, null)
  assert.deepEqual(run.tick(3_000), [])
  const [sale] = run.fill(1, 5_000)
  assert.deepEqual([sale?.side, sale?.amount.value], ['sell', '10'])

  const ended = begun(dca({ order_count: undefined, duration_days: 1 }))
  ended.tick(0)
  ended.doubt(1, 1_000)
  ended.tick(86_400_000)
  assert.equal(ended.state.done, null, 'it does not end before it is known')
  ended.fill(1, 86_401_000)
  assert.equal(ended.state.done !== null, true)
  assert.equal(ended.state.held, '10')
})

void test('one order whose outcome the next would depend on is waited for', () => {
  const swap = begun(one({ strategy_type: 'swap' }))
  swap.tick(0)
  swap.doubt(1, 1_000)
  assert.equal(swap.state.pending, 1)
})

void test('a stopped DCA goes on with the next order, its position and its books', () => {
  const run = begun(dca({ order_count: 5 }))
  run.tick(0)
  run.fill(1, 1_000)
  run.tick(10_000)
  run.fill(2, 11_000)
  run.tell({ type: 'stopped', now: 12_000 })
  assert.equal(run.state.done?.status, 'stopped')
  assert.deepEqual(run.tell({ type: 'continued', now: 1_000_000, ranUntil: 12_000 }), [])
  assert.match(
    run.said.at(-1) ?? '',
    /^Resumed after it had ended, 2 orders filled: continues with order 3 of 5$/,
  )
  const [order] = run.tick(1_000_000)
  assert.equal(order?.seq, 3, 'no number is used twice')
  run.fill(3, 1_001_000)
  assert.deepEqual([run.state.held, run.state.ordersFilled, run.state.spent], ['30', 3, '0.3'])
  run.tick(1_010_000)
  run.fill(4, 1_010_000)
  run.tick(1_020_000)
  run.fill(5, 1_020_000)
  assert.equal(run.state.done?.status, 'completed')
  const why = cannotContinue(dca({ order_count: 5 }), run.state)
  assert.deepEqual(why, { code: 'complete', ending: 'all 5 orders are filled' })
  assert.match(why ? cannotContinueText(why) : '', /^all 5 orders are filled\.$/)
  run.tell({ type: 'continued', now: 2_000_000, ranUntil: 1_020_000 })
  assert.equal(run.state.done?.status, 'completed', 'what is complete stays so')
})

void test('the time between end and restart does not count, and a TWAP spends only what is left', () => {
  const timed = begun(dca({ order_count: undefined, duration_days: 1 }))
  timed.tick(0)
  timed.fill(1, 1_000)
  timed.tell({ type: 'stopped', now: 3_600_000 })
  timed.tell({ type: 'continued', now: 100_000_000, ranUntil: 3_600_000 })
  assert.equal(timed.state.endsAt, 86_400_000 + 96_400_000)
  assert.equal(timed.tick(100_000_000).length, 1)

  const twap = begun(
    Plan.parse({
      ...base,
      strategy_type: 'twap',
      trade_direction: 'buy',
      total_amount: sol(1),
      total_duration_seconds: 100,
      order_interval_seconds: 10,
    }),
  )
  let bought = 0
  for (let n = 0; n < 10; n++) {
    const [order] = twap.tick(1_000_000 + n * 10_000)
    assert.ok(order)
    bought += Number(order.amount.value)
    twap.fill(order.seq, 1_000_000 + n * 10_000)
    if (n !== 4) continue
    twap.tell({ type: 'stopped', now: 1_041_000 })
    twap.tell({ type: 'continued', now: 1_049_000, ranUntil: 1_041_000 })
  }
  assert.equal(Math.round(bought * 1e9) / 1e9, 1)
  assert.equal(twap.state.done?.status, 'completed')
})

void test('a grid that sold all on stop holds no cell, one that kept its tokens sells them at their lines', () => {
  const plan = (more: object) =>
    Plan.parse({
      ...base,
      strategy_type: 'grid',
      trade_direction: 'both',
      lower_price_usd: 1,
      upper_price_usd: 2,
      grid_levels: 2,
      total_amount: sol(0.1),
      spacing: 'arithmetic',
      ...more,
    })
  const kept = begun(plan({}))
  kept.tick(0, 1.5)
  kept.tick(1_000, 0.9)
  kept.fill(1, 2_000)
  kept.tell({ type: 'stopped', now: 3_000 })
  kept.tell({ type: 'continued', now: 9_000, ranUntil: 3_000 })
  assert.deepEqual(kept.tick(9_000, 1.5), [])
  assert.equal(kept.tick(10_000, 2.1)[0]?.side, 'sell')

  const sold = begun(plan({ on_stop: 'sell' }))
  sold.tick(0, 1.5)
  sold.tick(1_000, 0.9)
  sold.fill(1, 2_000)
  const [sale] = sold.tell({ type: 'stopped', now: 3_000 })
  sold.fill(sale?.seq ?? 0, 4_000, 'sell')
  sold.tell({ type: 'continued', now: 9_000, ranUntil: 4_000 })
  assert.deepEqual(sold.tick(10_000, 2.1), [], 'there is nothing to sell')
  sold.tick(11_000, 1.5)
  assert.equal(sold.tick(12_000, 0.9)[0]?.side, 'buy')
})

void test('a position that is closed and an order that is filled leave nothing to continue', () => {
  const bracket = one({ strategy_type: 'bracket', stop_loss_percent: 10, on_stop: 'sell' })
  const run = begun(bracket)
  run.tick(0)
  run.fill(1, 1_000)
  const [sale] = run.tell({ type: 'stopped', now: 2_000 })
  run.fill(sale?.seq ?? 0, 3_000, 'sell')
  const why = cannotContinue(bracket, run.state)
  assert.equal(why && cannotContinueText(why), 'its position is closed.')
  const open = begun({ ...bracket, on_stop: 'keep' })
  open.tick(0)
  open.fill(1, 1_000)
  open.tell({ type: 'stopped', now: 2_000 })
  assert.equal(cannotContinue(bracket, open.state), null)
  open.tell({ type: 'continued', now: 9_000, ranUntil: 2_000 })
  assert.equal(open.tick(10_000, 0.5)[0]?.side, 'sell', 'its barriers are watched again')
})

void test('an order that the limits of real money forbid is skipped and said so, and the strategy waits for them', () => {
  const minutes = 300_000
  const plans = [
    one({ strategy_type: 'swap' }),
    dca(),
    Plan.parse({
      ...base,
      strategy_type: 'twap',
      trade_direction: 'buy',
      total_amount: sol(1),
      total_duration_seconds: 3_600,
      order_interval_seconds: 60,
    }),
    one({ strategy_type: 'limit', limit_price_usd: 2 }),
    one({ strategy_type: 'bracket', stop_loss_percent: 5 }),
    one({ strategy_type: 'bracket', entry_price_usd: 2, stop_loss_percent: 5 }),
  ]
  for (const plan of plans) {
    const run = begun(plan)
    const [order] = run.tick(10)
    assert.ok(order, plan.strategy_type)
    run.limit(order.seq, 20)
    assert.equal(run.state.done, null, plan.strategy_type)
    assert.match(
      run.said.at(-1) ?? '',
      /^Skipped .*Your limit leaves too little\..*5 minutes/,
      plan.strategy_type,
    )
    assert.deepEqual(run.tick(20 + minutes - 1), [], plan.strategy_type)
    const [again] = run.tick(20 + minutes)
    assert.ok(again && again.seq === order.seq + 1, plan.strategy_type)
  }
})
