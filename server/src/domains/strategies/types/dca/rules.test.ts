import { test } from 'node:test'
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { dcaOrders, DcaPlan } from '@purser/contract/strategies/plan.ts'
import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import { compile } from '../../engine/compile.ts'
import type { StrategyEvent, StrategyState } from '../../engine/types.ts'
import { computeTolerance } from '../schedule.ts'

const BONK = KNOWN_TOKENS.find((t) => t.symbol === 'BONK')?.mint ?? ''
const plan = (more: object = {}) =>
  DcaPlan.parse({
    version: 1,
    strategy_type: 'dca',
    goal: 'Buy BONK again and again',
    token_address: BONK,
    quote: 'SOL',
    trade_direction: 'buy',
    amount_per_order: { value: '0.1', unit: 'SOL' },
    interval_seconds: 60,
    ...more,
  })
const MINUTE = 60_000
const tick = (now: number, priceUsd: number | null = 0.00002): StrategyEvent => ({
  type: 'tick',
  now,
  priceUsd,
})
const fill = (seq: number, now: number): StrategyEvent => ({
  type: 'filled',
  now,
  seq,
  spent: '0.1 SOL',
  received: '750000 BONK',
  tokens: '750000',
  quote: '0.1',
  usd: 15,
  feesUsd: 0,
})
const fail = (seq: number, now: number, more: object = {}): StrategyEvent => ({
  type: 'failed',
  now,
  seq,
  reason: 'The price moved.',
  fatal: false,
  ...more,
})

function play(p: DcaPlan, events: StrategyEvent[]) {
  const { begin, step } = compile(p)
  let state = begin()
  const placed: { at: number; seq: number }[] = []
  const lines: string[] = []
  for (const event of events) {
    const stepped = step(state, event)
    state = stepped.state
    placed.push(...stepped.orders.map((o) => ({ at: event.now, seq: o.seq })))
    lines.push(...stepped.lines.map((l) => l.message))
  }
  return { state, placed, lines }
}
const START: StrategyEvent = { type: 'start', now: 0 }

void test('the first order comes at once, the others an interval apart, and the count ends it', () => {
  const { placed, state, lines } = play(plan({ order_count: 3 }), [
    START,
    tick(0),
    fill(1, 900),
    tick(59_999),
    tick(60_400),
    fill(2, 61_000),
    tick(120_000),
    fill(3, 121_000),
    tick(180_000),
  ])
  assert.deepEqual(
    placed.map((p) => p.at),
    [0, 60_400, 120_000],
  )
  assert.deepEqual(state.done, { status: 'completed', reason: 'all 3 orders are filled' })
  assert.deepEqual(lines.slice(0, 4), [
    'Initializing: DCA, buy BONK with 0.1 SOL, every 1 minute, 3 orders',
    'Initialized: the first order follows now',
    'Placed order 1 of 3: buy BONK with 0.1 SOL at about 0.00002 USD',
    'Bought 750000 BONK for 0.1 SOL (order 1 of 3).',
  ])
})

void test('while an order is in flight the next one waits and is neither lost nor doubled', () => {
  const { placed } = play(plan({ order_count: 2 }), [
    START,
    tick(0),
    tick(MINUTE),
    tick(2 * MINUTE),
    fill(1, 3 * MINUTE),
    tick(3 * MINUTE),
    tick(3 * MINUTE + 1),
  ])
  assert.deepEqual(placed, [
    { at: 0, seq: 1 },
    { at: 3 * MINUTE, seq: 2 },
  ])
})

void test('intervals missed in a pause or an outage are not made up, and the count is still placed in full', () => {
  const p = plan({ order_count: 3 })
  const paused = play(p, [
    START,
    tick(0),
    fill(1, 10),
    { type: 'paused', now: 20 },
    tick(5 * MINUTE),
    { type: 'resumed', now: 10 * MINUTE },
    tick(10 * MINUTE),
    fill(2, 10 * MINUTE + 5),
    tick(10 * MINUTE + 10),
    tick(11 * MINUTE),
    fill(3, 11 * MINUTE),
  ])
  assert.deepEqual(
    paused.placed.map((o) => o.at),
    [0, 10 * MINUTE, 11 * MINUTE],
  )
  assert.equal(paused.state.done?.status, 'completed')
})

void test('a resume before the next order is due leaves it due when it was', () => {
  const { placed } = play(plan(), [
    START,
    tick(0),
    fill(1, 10),
    { type: 'paused', now: 20 },
    { type: 'resumed', now: 30_000 },
    tick(30_000),
    tick(MINUTE),
  ])
  assert.deepEqual(
    placed.map((o) => o.at),
    [0, MINUTE],
  )
})

void test('a duration gives the count, and ends the strategy also when orders were skipped', () => {
  const p = plan({ duration_days: 3 / 1440, max_price_usd: 0.00001 })
  assert.equal(dcaOrders(p), 3)
  const { placed, state, lines } = play(p, [START, tick(0), tick(MINUTE), tick(2 * MINUTE), tick(3 * MINUTE)])
  assert.deepEqual(placed, [])
  assert.deepEqual(state.done, {
    status: 'completed',
    reason: 'the duration of 3 minutes has ended, 0 orders of at most 3 filled',
  })
  assert.equal(
    lines[2],
    'Skipped order 1 of 3: 0.00002 USD is above the highest price of 0.00001 USD. Next attempt in 1 minute.',
  )
})

void test('a missing price that an order is bound to is waited for, and reported once', () => {
  const { placed, lines } = play(plan({ min_price_usd: '0.00001' }), [
    START,
    tick(0, null),
    tick(1_000, null),
    tick(2_000),
  ])
  assert.deepEqual(placed, [{ at: 2_000, seq: 1 }])
  assert.equal(lines.filter((l) => l.startsWith('Waiting')).length, 1)
})

void test('out of funds ends it in plain words: completed when it ran without end and bought, else failed', () => {
  const broke = { outOfFunds: true, reason: 'Main has 0.01 SOL, 0.1 SOL is needed.' }
  const endless = play(plan(), [START, tick(0), fill(1, 5), tick(MINUTE), fail(2, MINUTE, broke)])
  assert.deepEqual(endless.state.done, {
    status: 'completed',
    reason: 'out of funds after 1 order filled. Main has 0.01 SOL, 0.1 SOL is needed.',
  })
  assert.equal(play(plan(), [START, tick(0), fail(1, 5, broke)]).state.done?.status, 'failed')
  const counted = play(plan({ order_count: 5 }), [
    START,
    tick(0),
    fill(1, 5),
    tick(MINUTE),
    fail(2, MINUTE, broke),
  ])
  assert.deepEqual(counted.state.done?.status, 'failed')
})

void test('a failed order is retried within its interval, then given up with its reason, and five in a row end it', () => {
  const p = plan({ interval_seconds: 3600 })
  const { begin, step } = compile(p)
  let state = step(begin(), START).state
  const placedAt: number[] = []
  for (let now = 0; now < 10 * 3_600_000 && !state.done; now += 1000) {
    const stepped = step(state, tick(now))
    state = stepped.state
    for (const order of stepped.orders) {
      placedAt.push(now)
      state = step(state, fail(order.seq, now)).state
    }
  }
  assert.deepEqual(
    placedAt,
    [0, 1, 2, 3, 4].flatMap((h) => [0, 5, 20, 65].map((s) => h * 3_600_000 + s * 1000)),
  )
  assert.equal(state.done?.status, 'failed')
  assert.equal(state.ordersPlaced, 0)
})

// A random life: clock steps of any size, slow and failing orders, pauses, restarts, prices in and out of bounds.
const Life = fc.record({
  interval: fc.integer({ min: 1, max: 1200 }),
  count: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }),
  days: fc.option(fc.double({ min: 0.001, max: 0.5, noNaN: true }), { nil: undefined }),
  bounded: fc.boolean(),
  moves: fc.array(
    fc.record({
      gap: fc.oneof(fc.integer({ min: 1, max: 3_000 }), fc.integer({ min: 1, max: 2_000_000 })),
      do: fc.constantFrom(
        'tick',
        'tick',
        'fill',
        'fill',
        'fill',
        'fail',
        'pause',
        'resume',
        'resume',
        'alien',
      ),
      price: fc.constantFrom(0.5, 1.5, 3, null),
    }),
    { minLength: 60, maxLength: 150 },
  ),
})
type Life = typeof Life extends fc.Arbitrary<infer T> ? T : never

function live(life: Life, throughJson: boolean) {
  const p = plan({
    interval_seconds: life.interval,
    ...(life.count === undefined ? {} : { order_count: life.count }),
    ...(life.days === undefined ? {} : { duration_days: life.days }),
    ...(life.bounded ? { min_price_usd: 1, max_price_usd: 2 } : {}),
  })
  const { begin, step } = compile(p)
  let state: StrategyState = begin()
  let now = 1_000_000
  const placed: { at: number; seq: number; again: boolean; price: number | null }[] = []
  const filled: number[] = []
  const resumes: number[] = []
  const failures: number[] = []
  const log: string[] = []
  let doneAt: number | null = null
  const feed = (event: StrategyEvent) => {
    const inFlight = state.pending
    const stepped = step(state, event)
    log.push(JSON.stringify(stepped))
    if (doneAt !== null) assert.deepEqual(stepped, { state, orders: [], lines: [] })
    if (inFlight && event.type !== 'filled' && event.type !== 'failed') assert.equal(stepped.orders.length, 0)
    assert.ok(stepped.orders.length <= 1)
    const wasPaused = state.paused
    if (wasPaused) assert.equal(stepped.orders.length, 0)
    for (const order of stepped.orders) {
      assert.equal(event.type, 'tick')
      placed.push({
        at: now,
        seq: order.seq,
        again: state.retries > 0,
        price: event.type === 'tick' ? event.priceUsd : null,
      })
    }
    state = throughJson ? (JSON.parse(JSON.stringify(stepped.state)) as StrategyState) : stepped.state
    if (state.done && doneAt === null) doneAt = now
  }
  feed({ type: 'start', now })
  for (const move of life.moves) {
    now += move.gap
    const seq = state.pending
    if (move.do === 'tick') feed(tick(now, move.price))
    else if (move.do === 'fill' && seq) {
      filled.push(seq)
      feed(fill(seq, now))
    } else if (move.do === 'fail' && seq) {
      failures.push(now)
      feed(fail(seq, now))
    } else if (move.do === 'pause') feed({ type: 'paused', now })
    else if (move.do === 'resume') {
      resumes.push(now)
      feed({ type: 'resumed', now })
    } else if (move.do === 'alien') feed(fill(seq + 7, now))
  }
  return { p, state, placed, filled, resumes, failures, log, now, doneAt }
}

void test('whatever happens: never above the count, one in flight, numbers that only grow, and an interval between', () => {
  let orders = 0
  fc.assert(
    fc.property(Life, (life) => {
      const { p, state, placed, filled, resumes, failures } = live(life, false)
      const count = dcaOrders(p)
      orders += placed.length
      assert.deepEqual(
        placed.map((o) => o.seq),
        placed.map((_, i) => i + 1),
      )
      assert.equal(state.ordersFilled, filled.length)
      assert.equal(state.ordersPlaced, filled.length + (state.pending ? 1 : 0))
      if (count !== null) assert.ok(state.ordersPlaced <= count)
      if (life.bounded) assert.ok(placed.every((o) => o.price === 1.5))
      const interval = life.interval * 1000
      placed.forEach((o, i) => {
        const next = placed[i + 1]
        if (!next || failures.some((at) => at >= o.at && at <= next.at)) return
        assert.ok(
          next.at - o.at >= interval - (o.again ? interval / 2 : computeTolerance(interval)),
          `${next.at - o.at} ms between two orders of an interval of ${interval}, resumed at ${resumes.join()}`,
        )
      })
    }),
    { numRuns: 2_000 },
  )
  assert.ok(orders > 2_000, `only ${orders} orders were placed in all lives`)
})

void test('a strategy that has reached its end time or count ends with the next tick', () => {
  fc.assert(
    fc.property(Life, (life) => {
      const { p, state, now } = live(life, false)
      if (state.pending || state.paused || state.done) return
      const count = dcaOrders(p)
      const over = state.endsAt !== null && now >= state.endsAt
      const after = compile(p).step(state, tick(now, 1.5)).state
      assert.equal(after.done !== null, over || (count !== null && state.ordersFilled >= count))
    }),
    { numRuns: 500 },
  )
})

void test('the same events give the same words and orders, also when the state goes through JSON at each step', () => {
  fc.assert(
    fc.property(Life, (life) => {
      const first = live(life, false)
      assert.deepEqual(live(life, false).log, first.log)
      assert.deepEqual(live(life, true).log, first.log)
    }),
    { numRuns: 300 },
  )
})

void test('with a steady clock every order of a count is filled on the schedule', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 0, max: 499 }),
      (n, seconds, late) => {
        const p = plan({ order_count: n, interval_seconds: seconds })
        const { begin, step } = compile(p)
        let state = step(begin(), START).state
        const at: number[] = []
        for (let now = late; !state.done; now += 500) {
          const stepped = step(state, tick(now))
          state = stepped.state
          for (const order of stepped.orders) {
            at.push(now)
            state = step(state, fill(order.seq, now)).state
          }
          assert.ok(now <= n * seconds * 1000 + 1000)
        }
        assert.equal(at.length, n)
        at.forEach((t, i) => assert.ok(t >= i * seconds * 1000 && t < i * seconds * 1000 + 500))
      },
    ),
    { numRuns: 100 },
  )
})
