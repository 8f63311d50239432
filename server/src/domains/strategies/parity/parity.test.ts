import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Plan, type StrategyType } from '@purser/contract/strategies/plan.ts'
import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import fc from 'fast-check'
import type { Past } from '../../../ports/market.ts'
import { type Course, createContext, liveRun, pastOfMint, still } from '../../../test/live-run.ts'
import { compare, type Recorded } from './compare.ts'
import type { Findings } from './findings.ts'
import type { ReplayContext, LiveOrder } from './replay-context.ts'
import { isFault } from '../../../kernel/fault.ts'
import type { KnownCandles } from '../../../ports/candles.ts'
import { closesFrom, pastOfCandles, replayedCandles } from './past.ts'

const WIF = KNOWN_TOKENS.find((t) => t.symbol === 'WIF')?.mint ?? ''
const FROM = 1_760_054_400_000
const MINUTES = 60_000
const path = pastOfMint(WIF)
const sol = (value: number) => ({ value, unit: 'SOL' })
const base = { version: 1, goal: 'A plan', token_address: WIF, quote: 'SOL', trade_direction: 'both' }

/** Figures so near to the price that each type trades within minutes. */
const fields = (price: number): Record<StrategyType, object> => ({
  swap: {
    trade_direction: 'buy',
    amount: sol(1),
    risk: { stop_loss_percent: 0.1, take_profit_percent: 0.1 },
  },
  dca: {
    trade_direction: 'buy',
    amount_per_order: { value: 20, unit: 'USD' },
    interval_seconds: 20,
    max_price_usd: price * 1.0005,
  },
  twap: {
    trade_direction: 'buy',
    total_amount: sol(1),
    total_duration_seconds: 600,
    order_interval_seconds: 17,
  },
  limit: { trade_direction: 'buy', amount: sol(1), limit_price_usd: price * 0.9995 },
  grid: {
    lower_price_usd: price * 0.97,
    upper_price_usd: price * 1.03,
    grid_levels: 150,
    total_amount: sol(3),
  },
  bracket: { trade_direction: 'buy', amount: sol(1), trailing_stop_percent: 0.05 },
  rsi: { timeframe: '1m', length: 2, buy_below: 45, sell_above: 55, amount_per_trade: sol(1) },
  ma_cross: { timeframe: '1m', fast_length: 1, slow_length: 3, amount_per_trade: sol(1) },
  rebalance: { target_percent: 50, threshold_percent: 0.01, interval_seconds: 15 },
})
const TYPES = Object.keys(fields(1)) as StrategyType[]

function createGround(type: StrategyType, from = FROM, token = path): ReplayContext {
  const plan = Plan.parse({ ...base, strategy_type: type, ...fields(token.at(from))[type] })
  const budget = 'total_amount' in plan ? String(plan.total_amount.value) : null
  return createContext(plan, token, budget)
}

function dice(seed: number): () => number {
  let state = seed >>> 0 || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

const course = (more: Partial<Course> = {}): Course => ({
  from: FROM,
  ms: 20 * MINUTES,
  random: dice(7),
  ...more,
})
const open = (found: Findings) => found.differences.filter(({ cause }) => cause === 'unexplained')
const say = (found: Findings) => JSON.stringify(found.differences.slice(0, 5), null, 1)

for (const type of TYPES)
  test(`a ${type} that was polled late and unevenly has no unexplained difference`, async () => {
    let orders = 0
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1 }), fc.integer({ min: 0, max: 5_000 }), async (seed, minute) => {
        const from = FROM + minute * MINUTES
        const context = createGround(type, from)
        const run = await liveRun(context, course({ from, random: dice(seed) }))
        const found = await compare(context, run)
        orders += found.live
        assert.deepEqual(open(found), [], say(found))
        assert.equal(found.live, run.orders.size)
        assert.ok(
          found.matched >= found.live * 0.5,
          `${found.matched} of ${found.live} are alike: ${say(found)}`,
        )
      }),
      { numRuns: 12 },
    )
    assert.ok(orders >= 5, `${orders} orders were compared`)
  })

test('a price touched for less than a poll is named as the cause', async () => {
  const spiky: Past = { everyMs: 0, at: (ms) => path.at(ms) * (ms % 7_919 < 600 ? 1.003 : 1) }
  const causes = new Map<string, number>()
  for (const type of ['grid', 'bracket', 'swap', 'limit', 'dca'] as const)
    for (let seed = 1; seed <= 12; seed++) {
      const from = FROM + seed * 37 * MINUTES
      const context = createGround(type, from, spiky)
      const found = await compare(context, await liveRun(context, course({ from, random: dice(seed) })))
      assert.deepEqual(open(found), [], say(found))
      for (const { kind, cause, detail } of found.differences)
        if (cause === 'between_looks') {
          causes.set(kind, (causes.get(kind) ?? 0) + 1)
          assert.match(detail, /held for at most \d\.\d s .* up to \d+(\.\d)? s passed between two checks/)
        }
    }
  assert.ok((causes.get('only_live') ?? 0) > 3 && (causes.get('time') ?? 0) > 3, JSON.stringify([...causes]))
})

/** A run of this type with one thing changed afterwards, or made differently. */
async function planted(
  type: StrategyType,
  more: Partial<Course>,
  plant: (run: Recorded, context: ReplayContext) => void = () => undefined,
): Promise<Findings> {
  const context = createGround(type)
  const run = await liveRun(context, course(more))
  assert.ok(run.orders.size > 0, 'it traded')
  plant(run, context)
  return compare(context, run)
}
const getOrder = (run: Recorded, seq: number): LiveOrder => {
  const order = run.orders.get(seq)
  assert.ok(order)
  return order
}
const one = (found: Findings, kind: string) => {
  const all = open(found)
  assert.ok(
    all.some((d) => d.kind === kind),
    `no unexplained difference of the kind ${kind}: ${say(found)}`,
  )
  return all.find((d) => d.kind === kind)
}

test('an order that was placed and never decided is found', async () => {
  const found = await planted('dca', {}, (run) => {
    run.orders.set(999, { ...getOrder(run, 1), seq: 999 })
  })
  assert.equal(one(found, 'only_live')?.order, 999)
  assert.equal(open(found).length, 1)
})

test('an order that was decided and filled but never placed is found', async () => {
  const found = await planted('dca', {}, (run) => void run.orders.delete(2))
  assert.equal(one(found, 'record')?.order, 2)
})

test('an order of another amount is found, to the base unit', async () => {
  const found = await planted('twap', {}, (run) => {
    getOrder(run, 3).wanted += 1n
  })
  assert.equal(one(found, 'amount')?.order, 3)
  const usd = await planted('dca', {}, (run) => {
    const order = getOrder(run, 2)
    order.wanted += order.wanted / 500n
  })
  assert.equal(one(usd, 'amount')?.order, 2)
})

test('an order of the other side, and one at another time, are found', async () => {
  const sides = await planted('dca', {}, (run) => {
    getOrder(run, 2).side = 'sell'
  })
  assert.equal(one(sides, 'side')?.order, 2)
  const times = await planted('dca', {}, (run) => {
    getOrder(run, 2).at += 5_000
  })
  assert.equal(one(times, 'time')?.order, 2)
})

test('a fill that is not what the chain says, and one that no price of the time allows, are found', async () => {
  const told = await planted('dca', {}, (run) => {
    const order = getOrder(run, 2)
    order.received = (order.received ?? 0n) + 1n
  })
  assert.equal(one(told, 'fill')?.order, 2)
  const worse = await planted('dca', {}, (run, context) => {
    const order = getOrder(run, 2)
    const lost = (order.received ?? 0n) / 100n
    order.received = (order.received ?? 0n) - lost
    const answer = run.steps.find(({ event }) => event.type === 'filled' && event.seq === 2)?.event
    assert.ok(answer?.type === 'filled')
    answer.tokens = String(Number(order.received) / 10 ** context.conditions.tokenDecimals)
  })
  const fill = one(worse, 'fill')
  assert.equal(fill?.order, 2)
  assert.match(fill?.detail ?? '', /fee of 25 bps and price impact of \d+\.\d+ bps; the model assumes 5 bps/)
})

test('a runner that does not poll is found by what it did too late', async () => {
  for (const type of ['dca', 'twap', 'grid', 'rebalance'] as const) {
    const found = await planted(type, { blind: [3 * MINUTES, 8 * MINUTES] })
    assert.ok(
      open(found).some(({ kind }) => kind === 'time' || kind === 'only_replay' || kind === 'only_live'),
      `${type}: ${say(found)}`,
    )
  }
})

test('a price that the market never had is found', async () => {
  const found = await planted('limit', {}, (run) => {
    const tick = run.steps.find(({ event }) => event.type === 'tick')?.event
    assert.ok(tick?.type === 'tick' && tick.priceUsd !== null)
    tick.priceUsd *= 0.998
  })
  assert.match(one(found, 'price')?.detail ?? '', /bps outside the history/)
})

test('a close that the market never had is found', async () => {
  const found = await planted('rsi', {}, (run) => {
    const candle = run.steps.findLast(({ event }) => event.type === 'candles')?.event
    assert.ok(candle?.type === 'candles')
    candle.closes = Array.from(candle.closes, (close) => close * 1.0001)
  })
  assert.match(one(found, 'price')?.detail ?? '', /is different in the history/)
})

test('a step that was lost, and a state that its steps do not lead to, are found', async () => {
  const lost = await planted('twap', {}, (run) => {
    run.steps.splice(4, 2)
  })
  assert.ok(one(lost, 'record'))
  const stray = await planted('twap', {}, (run) => {
    run.state = { ...run.state, spent: '0.5' }
  })
  assert.match(one(stray, 'record')?.live ?? '', /spent "0.5"/)
})

test('wallets that others moved funds of are named with the figures', async () => {
  const found = await planted('rebalance', {}, (run) => {
    const ticks = run.steps.filter(({ event }) => event.type === 'tick' && event.holdings)
    for (const { event } of ticks.slice(3))
      if (event.type === 'tick' && event.holdings)
        event.holdings = { ...event.holdings, token: String(BigInt(event.holdings.token) + 5_000_000n) }
  })
  const moved = found.differences.find(({ cause }) => cause === 'other_movements')
  assert.match(moved?.detail ?? '', /moved \+5 WIF/)
})

test('what a pause, or a stopped desk, prevented is listed with its times', async () => {
  const paused = await planted('dca', { pause: [4 * MINUTES, 6 * MINUTES] })
  assert.deepEqual(open(paused), [], say(paused))
  const recorded = paused.differences.find(({ cause }) => cause === 'paused')
  assert.equal(recorded?.kind, 'only_replay')
  assert.match(recorded?.detail ?? '', /paused from 2025-10-10 00:04:\d\d UTC to 2025-10-10 00:06:00 UTC/)
  const down = await planted('dca', { down: [4 * MINUTES, 6 * MINUTES] })
  assert.deepEqual(open(down), [], say(down))
  const missed = down.differences.find(({ cause }) => cause === 'not_running')
  assert.match(missed?.detail ?? '', /not running from .* to 2025-10-10 00:06:00 UTC/)
})

test('a failed order is listed with its error, and the ones after it match', async () => {
  const found = await planted('twap', { fails: 3 })
  assert.deepEqual(open(found), [], say(found))
  const failed = found.differences.filter(({ cause }) => cause === 'failed')
  assert.deepEqual(
    failed.map(({ order, detail }) => [order, detail]),
    [[3, 'The transaction failed: slippage.']],
  )
  assert.equal(found.matched, found.live)
})

test('a run without any difference says so, and both sides come to the same but for the slippage of the model', async () => {
  const context = createGround('twap', FROM, still(2))
  const run = await liveRun(context, course())
  const found = await compare(context, run)
  assert.deepEqual(found.differences, [], say(found))
  assert.equal(found.matched, run.orders.size)
  const { live, replay } = found.flows
  assert.ok(Math.abs(live.tokens / replay.tokens - 1) < 6e-4 && live.usd === replay.usd)
})

/** The part of the path that a candle service would know. */
function candlesOfPath() {
  const candles = Array.from({ length: 60 }, (_, i) => {
    const prices = Array.from({ length: 61 }, (_, s) => path.at(FROM + (i * 60 + s) * 1000))
    return {
      time: FROM / 1000 + i * 60,
      open: prices[0]!,
      high: Math.max(...prices),
      low: Math.min(...prices),
      close: prices.at(-1)!,
      volume: 1,
    }
  })
  const coarse = pastOfCandles(candles, 60)
  assert.ok(coarse)
  return coarse
}

test('where only candles are known, what lies within them is allowed for and no more', async () => {
  const coarse = candlesOfPath()
  for (const type of ['dca', 'limit', 'twap'] as const) {
    const fine = createGround(type)
    const run = await liveRun(fine, course())
    const found = await compare({ ...fine, token: coarse }, run)
    assert.deepEqual(open(found), [], say(found))
    for (const { event } of run.steps) if (event.type === 'tick' && event.priceUsd) event.priceUsd *= 1.01
    assert.ok(open(await compare({ ...fine, token: coarse }, run)).length > 0)
  }
})

test('prices of another service than the candles may lie apart from them a little, and that is named', async () => {
  const coarse = candlesOfPath()
  for (const type of ['dca', 'limit', 'twap', 'grid', 'bracket'] as const)
    for (const apart of [0.997, 1.003]) {
      const fine = createGround(type)
      const run = await liveRun(fine, course({ ms: 10 * MINUTES }))
      const other: Past = { everyMs: coarse.everyMs, at: (ms) => coarse.at(ms) * apart }
      const found = await compare({ ...fine, token: other }, run)
      assert.deepEqual(open(found), [], `${type} ${say(found)}`)
      const named = found.differences.filter(({ cause }) => cause === 'two_sources')
      assert.ok(named.length > 0, type)
      assert.ok(named.some(({ detail }) => /outside the history|where the history shows/.test(detail)))
    }
})

test('a decision that waited for its candle is late by the candle, and not by the desk', async () => {
  const coarse = candlesOfPath()
  for (const type of ['rsi', 'ma_cross'] as const) {
    const fine = createGround(type)
    const run = await liveRun(fine, course({ candleLagMs: 130_000 }))
    assert.ok(run.orders.size > 0, type)
    const found = await compare({ ...fine, token: coarse }, run)
    assert.deepEqual(open(found), [], `${type} ${say(found)}`)
    assert.ok(
      found.differences.some(({ cause }) => cause === 'late_candles'),
      `${type} ${say(found)}`,
    )
    assert.ok(found.differences.every(({ cause }) => cause !== 'slow_desk'))
  }
})

test('closes are fetched once, and a missing candle has the close of the one before it', async () => {
  let asked = 0
  const market = {
    candles: async ({ from, to, seconds }: { from: number; to: number; seconds: number }) => {
      asked++
      return Array.from({ length: (to - from) / seconds }, (_, i) => from + i * seconds)
        .filter((time) => time !== 120 && time >= 60)
        .map((time) => ({ time, open: time, high: time, low: time, close: time, volume: 0 }))
    },
  }
  const closes = closesFrom(market, WIF, 60)
  assert.deepEqual(await closes(0, 300), { from: 60, closes: [60, 60, 180, 240] })
  assert.deepEqual(await closes(180, 300), { from: 180, closes: [180, 240] })
  assert.equal(asked, 1)
})

test('a replay goes by what is known of the candles, and says why where that is too little', async () => {
  const candle = (time: number) => ({ time, open: 1, high: 1, low: 1, close: 1, volume: 1 })
  const of = (known: Partial<KnownCandles>) =>
    replayedCandles(
      {
        candles: () => Promise.reject(new Error('too old to trade on')),
        known: async () => ({
          candles: [candle(60)],
          from: 60,
          to: 120,
          begins: false,
          missing: null,
          asOf: 1,
          ...known,
        }),
      },
      { mint: WIF, seconds: 60, from: 60, to: 300 },
    )
  assert.deepEqual(await of({}), [candle(60)])
  assert.deepEqual(await of({ candles: [candle(120)], from: 120, begins: true }), [candle(120)])
  await assert.rejects(of({ candles: [candle(120)], from: 120, missing: 'loading' }), (e) =>
    isFault(e, 'history_loading'),
  )
  await assert.rejects(of({ missing: 'away' }), (e) => isFault(e, 'market_away'))
})
