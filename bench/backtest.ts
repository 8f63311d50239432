/**
 * The speed of a backtest: a year of one-minute candles for each type, and candles a second while nothing can happen,
 * beside the plain loop over the same arrays. Fails below 20 million a second, and above 50 ms a year.
 */
import { Plan, type StrategyType } from '../contract/src/strategies/plan.ts'
import { KNOWN_TOKENS } from '../contract/src/tokens/tokens.ts'
import { createPath } from '../server/src/adapters/market/simulated/path.ts'
import { createProfile } from '../server/src/adapters/market/simulated/profile.ts'
import { buildCandles } from '../server/src/adapters/market/simulated/candles.ts'
import { toHistory, type History } from '../server/src/domains/strategies/backtest/history.ts'
import { computeReport } from '../server/src/domains/strategies/backtest/report.ts'
import { run, type RunInput } from '../server/src/domains/strategies/backtest/run.ts'

const LEAST_A_SECOND = 20e6
const YEAR_MS = 50
const YEAR = 525_600
const WIF = KNOWN_TOKENS.find((t) => t.symbol === 'WIF')?.mint ?? ''
const FROM = 1_760_054_400
const sol = (value: number) => ({ value, unit: 'SOL' })

const path = createPath(createProfile(WIF, 'localnet'))
const request = { seconds: 60, from: FROM, to: FROM + YEAR * 60, depth: 1n }
const year = toHistory(buildCandles(path, request, Number.MAX_SAFE_INTEGER), {
  start: FROM,
  length: YEAR,
})
const quoteUsd = new Float64Array(YEAR).fill(150)
const base = { version: 1, goal: 'A plan', token_address: WIF, quote: 'SOL' }
const first = year.open[0] ?? 1

const FIELDS: Record<StrategyType, object> = {
  swap: { trade_direction: 'buy', amount: sol(1), risk: { stop_loss_percent: 90 } },
  dca: { trade_direction: 'buy', amount_per_order: sol(0.1), interval_seconds: 86_400 },
  twap: {
    trade_direction: 'buy',
    total_amount: sol(100),
    total_duration_seconds: 365 * 86_400,
    order_interval_seconds: 43_200,
  },
  limit: { trade_direction: 'buy', amount: sol(1), limit_price_usd: first / 50 },
  grid: {
    trade_direction: 'both',
    lower_price_usd: first * 0.5,
    upper_price_usd: first * 2,
    grid_levels: 40,
    spacing: 'geometric',
    total_amount: sol(40),
  },
  bracket: { trade_direction: 'buy', amount: sol(1), trailing_stop_percent: 90, take_profit_percent: 900 },
  rsi: { trade_direction: 'both', timeframe: '15m', amount_per_trade: sol(1) },
  ma_cross: {
    trade_direction: 'both',
    timeframe: '1h',
    fast_length: 50,
    slow_length: 200,
    amount_per_trade: sol(1),
  },
  rebalance: { trade_direction: 'both', target_percent: 40, interval_seconds: 3_600 },
}

function createInput(type: StrategyType, history: History): RunInput {
  const plan = Plan.parse({ ...base, strategy_type: type, ...FIELDS[type] })
  return {
    plan,
    history,
    quoteUsd: history === year ? quoteUsd : null,
    warmUp: [],
    terms: {
      tokenDecimals: 6,
      quoteDecimals: 9,
      budget: 'total_amount' in plan ? String(plan.total_amount.value) : null,
      limits: {},
      capitalUsd: 6_000,
    },
    conditions: {
      tokenDecimals: 6,
      quoteDecimals: 9,
      feeBps: 25,
      depthUsd: 4_700_000,
      solUsd: 150,
      networkFee: 10_000n,
      rent: 0n,
      wallets: 1,
      purse: { token: 10n ** 9n, quote: 10n ** 12n },
    },
  }
}

/** Returns the best of some tries: the machine's speed if nothing else is in the way. */
function best(times: number, what: () => void): number {
  let least = Infinity
  for (let i = 0; i < times; i++) {
    const began = performance.now()
    what()
    least = Math.min(least, performance.now() - began)
  }
  return least
}

let failed = false
for (const type of Object.keys(FIELDS) as StrategyType[]) {
  const input = createInput(type, year)
  const done = run(input)
  const ms = best(5, () => void run(input))
  const report = best(3, () => void computeReport(input, done))
  const all = ms + report
  failed ||= all > YEAR_MS
  console.log(
    `${type.padEnd(10)} a year in ${ms.toFixed(2).padStart(6)} ms, report ${report.toFixed(2)} ms, ${String(done.trades.length).padStart(5)} trades, limit ${YEAR_MS} ms (${(all / YEAR_MS).toFixed(3)} of it)`,
  )
}

const COPIES = 20
const long = Object.fromEntries(
  (['open', 'high', 'low', 'close'] as const).map((name) => {
    const all = new Float64Array(YEAR * COPIES)
    for (let i = 0; i < COPIES; i++) all.set(year[name], i * YEAR)
    return [name, all]
  }),
) as Pick<History, 'open' | 'high' | 'low' | 'close'>
const many: History = { ...long, start: FROM, seconds: 60, length: YEAR * COPIES, since: 0 }
const scanned = createInput('limit', many)
const ms = best(7, () => void run(scanned))
let sink = 0
const plain = best(7, () => {
  const { low, high } = many
  let crossed = 0
  for (let i = 0; i < low.length; i++)
    if ((low[i] ?? 0) <= first / 50 || (high[i] ?? 0) >= first * 1e6) crossed++
  sink += crossed
})
const rate = (many.length / ms) * 1000
failed ||= rate < LEAST_A_SECOND
console.log(
  `limit, never met: ${(rate / 1e6).toFixed(0)} million candles a second, limit ${LEAST_A_SECOND / 1e6} (${(rate / LEAST_A_SECOND).toFixed(1)} times it); the plain loop ${(many.length / plain / 1000).toFixed(0)} million (${(plain / ms).toFixed(2)} of its speed, ${sink} met)`,
)
if (failed) process.exit(1)
