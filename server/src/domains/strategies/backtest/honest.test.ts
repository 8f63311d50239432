/** The laws of a report: no plan loses more than it put in, and its costs are what the market in use takes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasPriceRule, Plan, planSeconds, TIMEFRAME_SECONDS } from '@purser/contract/strategies/plan.ts'
import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import { namedPrice, readCorpusPlans } from '../../../test/corpus-plans.ts'
import { propertyRuns } from '../../../test/property-runs.ts'
import { seed, seededRandom } from '../../../test/seeded-random.ts'
import { getAmount } from '../sizing/terms.ts'
import type { Conditions } from './exchange.ts'
import { type History, toHistory } from './history.ts'
import { computeHolding, computeHorizon, holdingSeconds } from './horizon.ts'
import { computeReport } from './report.ts'
import { run, type RunInput } from './run.ts'

const FROM = 1_760_054_400
const WIF = KNOWN_TOKENS.find((t) => t.symbol === 'WIF')?.mint ?? ''
const SOL_USD = 150
const sol = (value: number) => ({ value, unit: 'SOL' })
const createPlan = (fields: object) =>
  Plan.parse({ version: 1, goal: 'A plan', token_address: WIF, quote: 'SOL', ...fields })

/** A wild market: it may rise tenfold, fall to nearly nothing, or stand still. */
function wildHistory(base: number, random: () => number, length = 900, seconds = 3_600): History {
  const drift = (random() - 0.6) * 0.02
  const size = 0.001 + 0.04 * random() ** 3
  let last = base * (0.8 + 0.4 * random())
  const candles = Array.from({ length }, (_, i) => {
    const open = last
    const close = (last = Math.max(1e-9, open * Math.exp(drift * size + size * (random() * 2 - 1))))
    const [high, low] = [
      Math.max(open, close) * (1 + size * random()),
      Math.min(open, close) * (1 - size * random()),
    ]
    return { time: FROM + i * seconds, open, high, low, close, volume: 1 }
  })
  return toHistory(candles, { start: FROM, length, seconds })
}

const conditions = (wallets: number): Conditions => ({
  tokenDecimals: 6,
  quoteDecimals: 9,
  feeBps: 80,
  depthUsd: 1_000_000,
  solUsd: SOL_USD,
  networkFee: 300_000n,
  rent: 2_039_280n * BigInt(wallets),
  wallets,
  purse: { token: 10n ** 12n, quote: 10n ** 13n },
})

/** Terms as a start would fix them. */
function createInput(plan: Plan, history: History, wallets = 1): RunInput {
  const amount = getAmount(plan)
  const inQuote = amount?.unit === 'USD' ? Number(amount.value) / SOL_USD : Number(amount?.value ?? 1)
  const toUnits = (value: number | string) => Number(value).toFixed(9)
  return {
    plan,
    history,
    quoteUsd: new Float64Array(history.length).fill(SOL_USD),
    warmUp: [],
    conditions: conditions(wallets),
    terms: {
      tokenDecimals: 6,
      quoteDecimals: 9,
      budget: 'total_amount' in plan ? toUnits(inQuote) : null,
      limits: {
        ...(plan.risk?.max_spend ? { max_spend: { units: toUnits(plan.risk.max_spend.value), usd: 0 } } : {}),
        ...(plan.risk?.daily_loss_limit
          ? { daily_loss_limit: { units: '0', usd: Number(plan.risk.daily_loss_limit.value) } }
          : {}),
      },
      capitalUsd: amount === null || plan.strategy_type === 'dca' ? null : inQuote * SOL_USD,
    },
  }
}

const isSound = (value: number | null): boolean => value === null || Number.isFinite(value)

void test('the return of no plan that people have asked for is below -100 %, and no figure of it is infinite', () => {
  const plans = readCorpusPlans()
  assert.ok(plans.length > 2_000, `${plans.length} plans`)
  const random = seededRandom(seed)
  const drawn = plans.filter(() => random() < propertyRuns(plans.length) / plans.length)
  let [trades, lowest] = [0, 0]
  for (const plan of drawn) {
    const seconds = 'timeframe' in plan ? TIMEFRAME_SECONDS[plan.timeframe] : 3_600
    const history = wildHistory(namedPrice(plan) ?? 1, random, 900, seconds)
    const input = createInput(plan, history, 1 + Math.floor(random() * 3))
    const report = computeReport(input, run(input))
    trades += report.trades
    lowest = Math.min(lowest, report.return_percent)
    const { costs, equity, assumptions: _, ...figures } = report
    const label = `seed ${seed}: ${JSON.stringify(plan)} ${JSON.stringify(report)}`
    assert.ok(report.return_percent >= -100 && report.max_drawdown_percent <= 100, label)
    assert.ok(
      [...Object.values(figures), ...Object.values(costs)].every(
        (one) => typeof one === 'string' || isSound(one),
      ),
      label,
    )
    assert.ok(
      equity.every(({ value }) => value >= 0),
      label,
    )
  }
  assert.ok(trades > drawn.length && lowest < -50, `${trades} trades, ${lowest}`)
})

void test('wallets that hold next to nothing lose no more than that to the fees', () => {
  const plan = createPlan({
    strategy_type: 'rebalance',
    trade_direction: 'both',
    target_percent: 50,
    threshold_percent: 1,
    interval_seconds: 3_600,
  })
  const input = createInput(plan, wildHistory(1, seededRandom(3)))
  const poor = { ...input, conditions: { ...input.conditions, purse: { token: 10_000n, quote: 100_000n } } }
  const report = computeReport(poor, run(poor))
  assert.ok(
    report.trades > 0 && report.return_percent >= -100 && report.return_percent < -50,
    JSON.stringify(report),
  )
})

void test('costs by hand: network fee of each wallet, market, and rent once; at the break-even costs nothing is gained', () => {
  const candles = [1, 1, 2, 2].map((price, i) => {
    const open = [1, 1, 1, 2][i] ?? 1
    return { time: FROM + i * 3_600, open, high: Math.max(open, price), low: open, close: price, volume: 1 }
  })
  const history = toHistory(candles, { start: FROM, length: 4, seconds: 3_600 })
  const plan = createPlan({
    strategy_type: 'bracket',
    trade_direction: 'buy',
    amount: sol(2),
    take_profit_percent: 90,
  })
  const input = createInput(plan, history, 2)
  const { costs, break_even_bps: breakEven, ...report } = computeReport(input, run(input))
  assert.equal(report.trades, 2)
  // Two trades of two wallets, 0.0003 SOL each.
  assert.equal(costs.network_usd, 0.18)
  assert.equal(costs.rent_usd, 0.6118)
  assert.ok(Math.abs(costs.total_usd - costs.network_usd - costs.market_usd - costs.rent_usd) < 0.0002)
  // 0.8 % and 0.05 % of 300 and of about 565 USD, and 0.03 % and 0.06 % for their size.
  assert.ok(Math.abs(costs.market_usd - 7.76) < 0.1, `${costs.market_usd}`)
  const gained = (report.return_percent / 100) * report.capital_usd
  const traded = (costs.total_usd / (costs.bps ?? 0)) * 10_000
  assert.ok(Math.abs(((breakEven ?? 0) / 10_000) * traded - gained - costs.total_usd) < 0.05)
})

void test('a plan that never trades has no costs and no break-even, and the return of nothing', () => {
  const plan = createPlan({
    strategy_type: 'limit',
    trade_direction: 'buy',
    amount: sol(1),
    limit_price_usd: 1e-9,
  })
  const input = createInput(plan, wildHistory(1, seededRandom(5), 300))
  const report = computeReport(input, run(input))
  assert.deepEqual([report.return_percent, report.costs.bps, report.break_even_bps], [0, null, null])
  const { total_usd: total, rent_usd: rent } = report.costs
  assert.deepEqual([total, rent], [0, 0])
})

void test('only a rule on price is tested: none of a sale, a swap, a twap or a plain dca', () => {
  const buys = { trade_direction: 'buy' }
  const dca = { strategy_type: 'dca', ...buys, amount_per_order: sol(1), interval_seconds: 60 }
  const tested = (fields: object) => hasPriceRule(createPlan(fields))
  assert.equal(tested({ strategy_type: 'swap', ...buys, amount: sol(1) }), false)
  assert.equal(tested(dca), false)
  assert.equal(tested({ ...dca, max_price_usd: 2 }), true)
  assert.equal(tested({ ...dca, risk: { cooldown_seconds: 60, max_spend: sol(3) } }), false)
  assert.equal(tested({ ...dca, risk: { stop_loss_percent: 5 } }), true)
  const limit = { strategy_type: 'limit', amount: sol(1), limit_price_usd: 1 }
  assert.equal(tested({ ...limit, trade_direction: 'buy' }), true)
  assert.equal(tested({ ...limit, trade_direction: 'sell' }), false)
})

void test('the horizon is the plan’s own: what its limits still watch has none', () => {
  const buys = { trade_direction: 'buy' }
  const twap = {
    ...buys,
    strategy_type: 'twap',
    total_amount: sol(1),
    total_duration_seconds: 180,
    order_interval_seconds: 30,
  }
  const bracket = { ...buys, strategy_type: 'bracket', amount: sol(1), time_limit_seconds: 7_200 }
  const horizon = (fields: object) => computeHorizon(createPlan(fields))
  assert.equal(horizon(twap), 180)
  assert.equal(horizon({ ...twap, risk: { stop_loss_percent: 5 } }), null)
  assert.equal(horizon({ ...twap, duration_days: 2, risk: { stop_loss_percent: 5 } }), 172_800)
  assert.equal(horizon(bracket), 7_200)
  assert.equal(horizon({ ...bracket, entry_price_usd: 1 }), null)
  const swap = createPlan({ ...buys, strategy_type: 'swap', amount: sol(1) })
  assert.deepEqual([planSeconds(swap), holdingSeconds(swap, 99)], [0, 86_400])
})

void test('holding by hand: the windows of a price that doubles each hour, and none where there are too few', () => {
  const candles = Array.from({ length: 12 }, (_, i) => {
    const close = 2 ** i
    return { time: FROM + i * 3_600, open: close, high: close, low: close, close, volume: 1 }
  })
  const history = toHistory(candles, { start: FROM, length: 12, seconds: 3_600 })
  assert.deepEqual(computeHolding(history, 7_200), {
    seconds: 7_200,
    windows: 10,
    past_seconds: 43_200,
    p5: 300,
    p50: 300,
    p95: 300,
  })
  assert.equal(computeHolding(history, 3 * 3_600), null)
  assert.equal(computeHolding({ ...history, close: new Float64Array(12) }, 3_600), null)
})
