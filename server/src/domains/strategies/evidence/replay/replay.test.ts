/** A replay in floats trades as the engine's own steps do, order by order. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Plan, TIMEFRAME_SECONDS } from '@purser/contract/strategies/plan.ts'
import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import fc from 'fast-check'
import { propertyRuns } from '../../../../test/property-runs.ts'
import { seededRandom } from '../../../../test/seeded-random.ts'
import type { Conditions } from '../../backtest/exchange.ts'
import { type History, toHistory } from '../../backtest/history.ts'
import { run, type RunInput } from '../../backtest/run.ts'
import { createFills } from './account.ts'
import { replay, runOnce } from './replay.ts'
import { computeSignals } from './signal.ts'
import { toSpec } from './spec.ts'

const WIF = KNOWN_TOKENS.find((t) => t.symbol === 'WIF')?.mint ?? ''
const FROM = 1_760_054_400
const SOL_USD = 150
const sol = (value: number) => ({ value, unit: 'SOL' })

const CONDITIONS: Conditions = {
  tokenDecimals: 9,
  quoteDecimals: 9,
  feeBps: 25,
  depthUsd: 4_700_000,
  solUsd: SOL_USD,
  networkFee: 300_000n,
  rent: 2_039_280n,
  wallets: 2,
  purse: { token: 10n ** 12n, quote: 10n ** 15n },
}

/** `unknown`: the share of candles of which nothing is known. */
function randomHistory(seed: number, { seconds = 3_600, length = 1_200, unknown = 0 } = {}): History {
  const random = seededRandom(seed)
  let last = 0.5 + random()
  const size = 0.002 + 0.02 * random()
  const candles = Array.from({ length }, (_, i) => {
    const open = last
    const close = (last = open * Math.exp(size * (random() + random() - 1)))
    const high = Math.max(open, close) * (1 + size * random() ** 2)
    const low = Math.min(open, close) * (1 - size * random() ** 2)
    return { time: FROM + i * seconds, open, high, low, close, volume: 1 }
  })
  const history = toHistory(candles, { start: FROM, length, seconds })
  if (unknown > 0) history.unknown = Uint8Array.from({ length }, () => (random() < unknown ? 1 : 0))
  return history
}

function createInput(plan: Plan, history: History, random: () => number): RunInput {
  const { risk } = plan
  const quoteUsd = Float64Array.from({ length: history.length }, () => SOL_USD * (0.98 + 0.04 * random()))
  return {
    plan,
    history,
    quoteUsd,
    conditions: CONDITIONS,
    warmUp: [],
    terms: {
      tokenDecimals: 9,
      quoteDecimals: 9,
      budget: 'total_amount' in plan ? String(plan.total_amount.value) : null,
      limits: {
        ...(risk?.max_spend ? { max_spend: { units: String(risk.max_spend.value), usd: 0 } } : {}),
        ...(risk?.daily_loss_limit ? { daily_loss_limit: { units: '0', usd: 3 } } : {}),
      },
      capitalUsd: plan.strategy_type === 'dca' ? null : 300,
    },
  }
}

const optional = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: undefined })
const risk = fc.record({
  stop_loss_percent: optional([1, 4, 12]),
  take_profit_percent: optional([1, 6, 15]),
  max_drawdown_percent: optional([2, 5, 20]),
  daily_loss_limit: optional([sol(0.02)]),
  // Not a multiple of an order: what is cut off of each would be spent in an order of dust.
  max_spend: optional([sol(3.0123), sol(0.7123)]),
  cooldown_seconds: optional([600, 30_000, 200_000]),
})
const share = fc.double({ min: 0.005, max: 0.2, noNaN: true })
const seconds = (max: number) => fc.integer({ min: 600, max })
const timeframe = fc.constantFrom('1m' as const, '1h' as const, '4h' as const)

/** The fields of a plan at a price. */
type Fields = (price: number) => object
const buys = { trade_direction: 'buy' }
const both = { trade_direction: 'both' }
const arbitraries: Record<string, fc.Arbitrary<Fields>> = {
  swap: fc.constant(() => ({ strategy_type: 'swap', ...buys, amount: sol(1) })),
  limit: fc.tuple(share, optional([36_000, 400_000])).map(([off, expires_in_seconds]) => (at: number) => ({
    strategy_type: 'limit',
    ...buys,
    amount: { value: 120, unit: 'USD' },
    limit_price_usd: at * (1 - off),
    expires_in_seconds,
  })),
  dca: fc
    .tuple(seconds(90_000), optional([4, 20]), share, fc.boolean())
    .map(([interval_seconds, order_count, off, isAbove]) => (at: number) => ({
      strategy_type: 'dca',
      ...buys,
      amount_per_order: sol(0.1),
      interval_seconds,
      order_count,
      ...(isAbove ? { min_price_usd: at * (1 + off) } : { max_price_usd: at * (1 - off) }),
    })),
  twap: seconds(20_000).map((order_interval_seconds) => () => ({
    strategy_type: 'twap',
    ...buys,
    total_amount: sol(2.000000003),
    total_duration_seconds: 400_000,
    order_interval_seconds,
  })),
  grid: fc
    .tuple(share, fc.integer({ min: 2, max: 60 }), fc.constantFrom('arithmetic', 'geometric'))
    .map(([off, grid_levels, spacing]) => (at: number) => ({
      strategy_type: 'grid',
      ...both,
      lower_price_usd: at * (1 - off),
      upper_price_usd: at * (1 + off),
      grid_levels,
      spacing,
      total_amount: sol(2),
    })),
  bracket: fc
    .record({
      off: fc.option(share, { nil: undefined }),
      stop_loss_percent: optional([1, 5, 30]),
      take_profit_percent: optional([2, 9, 40]),
      trailing_stop_percent: optional([1, 4, 20]),
      time_limit_seconds: fc.constantFrom(7_200, 90_000, 2_000_000),
    })
    .map(({ off, ...barriers }) => (at: number) => ({
      strategy_type: 'bracket',
      ...buys,
      amount: sol(1),
      ...barriers,
      ...(off === undefined ? {} : { entry_price_usd: at * (1 - off) }),
    })),
  rebalance: fc
    .tuple(seconds(40_000), fc.constantFrom(1, 3, 10), fc.constantFrom(20, 55))
    .map(([interval_seconds, threshold_percent, target_percent]) => () => ({
      strategy_type: 'rebalance',
      ...both,
      target_percent,
      threshold_percent,
      interval_seconds,
    })),
  rsi: fc
    .tuple(timeframe, fc.integer({ min: 2, max: 20 }), fc.constantFrom(25, 40), fc.constantFrom(55, 75))
    .map(([frame, length, buy_below, sell_above]) => () => ({
      strategy_type: 'rsi',
      ...both,
      timeframe: frame,
      length,
      buy_below,
      sell_above,
      amount_per_trade: sol(0.4),
    })),
  ma_cross: fc
    .tuple(
      timeframe,
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 10, max: 40 }),
      fc.constantFrom('sma', 'ema'),
    )
    .map(([frame, fast_length, slow_length, kind]) => () => ({
      strategy_type: 'ma_cross',
      ...both,
      timeframe: frame,
      kind,
      fast_length,
      slow_length,
      amount_per_trade: { value: 60, unit: 'USD' },
    })),
}

const signalsOf = (plan: Plan, { close }: History) =>
  plan.strategy_type === 'rsi' || plan.strategy_type === 'ma_cross'
    ? { signals: computeSignals(plan, [], close) }
    : {}

/** Base units are cut off in each order, and the last one of a total takes what was cut off. */
const isNear = (a: number, b: number, size: number) => Math.abs(a - b) <= 1e-5 * size + 2e-4

for (const [type, fields] of Object.entries(arbitraries))
  void test(`${type}: the same orders, in the same candles, for the same amounts`, () => {
    let trades = 0
    const cases = fc.tuple(
      fields,
      fc.option(risk, { nil: undefined, freq: 3 }),
      optional([2, 9]),
      fc.integer({ min: 1, max: 1e9 }),
      fc.constantFrom(0, 0, 0.15),
    )
    fc.assert(
      fc.property(cases, ([build, limits, duration_days, seed, unknown]) => {
        const drawn = JSON.parse(JSON.stringify({ limits, duration_days })) as { limits?: object }
        const frame = (build(1) as { timeframe?: '1m' | '1h' | '4h' }).timeframe
        const candles = frame ? TIMEFRAME_SECONDS[frame] : 3_600
        const history = randomHistory(seed, { seconds: candles, unknown })
        const plan = Plan.parse({
          version: 1,
          goal: 'A plan',
          token_address: WIF,
          quote: 'SOL',
          ...(JSON.parse(JSON.stringify(build(history.open[0] ?? 1))) as object),
          ...(duration_days === undefined ? {} : { duration_days }),
          ...(drawn.limits ? { risk: drawn.limits } : {}),
        })
        const input = createInput(plan, history, seededRandom(seed + 1))
        const slow = run(input)
        const ground = { history, quoteUsd: input.quoteUsd ?? new Float64Array(history.length) }
        const spec = toSpec(plan, input.terms, CONDITIONS)
        const fills = createFills()
        const account = runOnce({ spec, ground, ...signalsOf(plan, history) }, 0, fills)
        trades += slow.trades.length
        const label = JSON.stringify({ plan, seed, unknown })
        assert.deepEqual(
          fills.at.map((at, i) => [at, Math.sign(fills.tokens[i] ?? 0)]),
          slow.trades.map(({ at, tokens }) => [at, Math.sign(tokens)]),
          label,
        )
        for (const [i, trade] of slow.trades.entries()) {
          const size = Math.abs(trade.usd)
          assert.ok(
            isNear(fills.usd[i]!, trade.usd, size),
            `order ${i}: ${fills.usd[i]} ${trade.usd} ${label}`,
          )
          assert.ok(isNear(fills.tokens[i]!, trade.tokens, Math.abs(trade.tokens)), label)
          assert.ok(isNear(fills.marketUsd[i]!, trade.marketUsd, size), label)
        }
        assert.equal(account.isOver, slow.state.done !== null, label)
      }),
      { numRuns: propertyRuns(1_000) },
    )
    assert.ok(trades > 100, `only ${trades} trades`)
  })

void test('a plan that has ended begins again with the next candle', () => {
  const history = randomHistory(5)
  const fields = arbitraries.bracket
  assert.ok(fields)
  const plan = Plan.parse({
    version: 1,
    goal: 'A plan',
    token_address: WIF,
    quote: 'SOL',
    strategy_type: 'bracket',
    ...buys,
    amount: sol(1),
    stop_loss_percent: 2,
    take_profit_percent: 3,
  })
  const input = createInput(plan, history, seededRandom(1))
  const spec = toSpec(plan, input.terms, CONDITIONS)
  const { fills, runs } = replay({
    spec,
    ground: { history, quoteUsd: input.quoteUsd ?? new Float64Array() },
  })
  assert.ok(runs > 20 && Math.abs(fills.sales - runs) <= 1, `${runs} ${fills.sales}`)
  for (let i = 2; i < fills.at.length; i += 2) assert.equal(fills.at[i], fills.at[i - 1]! + 1)
  // Rent is paid once.
  assert.equal(fills.extraUsd.filter((one) => one > spec.friction.networkUsd).length, 1)
})
