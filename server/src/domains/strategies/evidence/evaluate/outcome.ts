/** What one run of the plan from now on may come to: its rules anew on paths made of blocks of the past. */
import { FAN_SHARES, type Outcome } from '@purser/contract/strategies/evidence.ts'
import type { Plan } from '@purser/contract/strategies/plan.ts'
import { DAY_SECONDS } from '@purser/contract/time.ts'
import { computeHorizon } from '../../backtest/horizon.ts'
import type { History } from '../../backtest/history.ts'
import { createFills, type Fills } from '../replay/account.ts'
import { runOnce } from '../replay/replay.ts'
import { computeSignals } from '../replay/signal.ts'
import type { Ground, Spec } from '../replay/spec.ts'
import { drawBlocks } from '../statistics/bootstrap.ts'
import { interpolate, toRange } from '../statistics/quantiles.ts'
import type { Random } from '../statistics/random.ts'
import { followEquity } from './equity.ts'
import type { KnownCandles } from './known-candles.ts'

const PATHS = 200
const MOST_CANDLES = 10_000
/** Points of the fan: the n-th is at the square of its share of the whole time. */
const POINTS = 24
/** A block is no longer than this part of the past, so that paths differ. */
const LARGEST_BLOCK = 1 / 4
/** How many paths are run between two looks at the clock. */
const PATHS_AT_ONCE = 10

type Ahead = {
  spec: Spec
  isWhole: boolean
  ground: Ground
  known: KnownCandles
  /** The fills of the window: how long it holds. */
  fills: Fills
  random: Random
  hasTime: () => boolean
}

/** In candles: from each purchase while nothing is held until all is sold. */
function medianHolding({ at, tokens }: Fills): number {
  const spans: number[] = []
  let [held, began] = [0, 0]
  at.forEach((candle, i) => {
    if (held === 0) began = candle
    held += tokens[i]!
    if (tokens[i]! < 0 && Math.abs(held) <= -tokens[i]! * 1e-6) {
      held = 0
      spans.push(candle - began)
    }
  })
  spans.sort((a, b) => a - b)
  return spans.length === 0 ? 0 : interpolate(spans, 0.5)
}

function createPath({ ground, known }: Ahead, length: number): Ground {
  const { start, seconds, length: past } = ground.history
  const make = () => new Float64Array(length)
  const history: History = {
    start: start + past * seconds,
    seconds,
    length,
    open: make(),
    high: make(),
    low: make(),
    close: make(),
    since: 0,
  }
  return { history, quoteUsd: new Float64Array(Math.min(length, known.index.length) > 0 ? length : 0) }
}

/** Continues from the last prices with these candles of the past. */
function fillPath(path: Ground, { ground, known }: Ahead, blocks: Int32Array): void {
  const { open, high, low, close, length } = path.history
  let last = ground.history.close[ground.history.length - 1]!
  let quote = ground.quoteUsd[ground.history.length - 1]!
  for (let i = 0; i < length; i++) {
    const n = blocks[i]!
    open[i] = last * known.open[n]!
    high[i] = last * known.high[n]!
    low[i] = last * known.low[n]!
    last = close[i] = last * known.close[n]!
    quote = path.quoteUsd[i] = quote * known.quote[n]!
  }
}

/** Closes before the path, for indicators. */
function toWarmUp({ ground }: Ahead, count: number): Float64Array {
  const { close, length } = ground.history
  return close.subarray(Math.max(0, length - count))
}

function toSignals(ahead: Ahead, plan: Plan, path: Ground): { signals?: Int8Array } {
  if (plan.strategy_type !== 'rsi' && plan.strategy_type !== 'ma_cross') return {}
  return { signals: computeSignals(plan, toWarmUp(ahead, MOST_CANDLES), path.history.close) }
}

const pointAt = (n: number, length: number): number =>
  Math.max(0, Math.min(length - 1, Math.ceil(((n + 1) / POINTS) ** 2 * length) - 1))

const round = (value: number): number => Number((value * 100).toFixed(2))

/** Gains in USD by path at each point, and the deepest fall of each path; null: there was no time for all. */
function runPaths(ahead: Ahead, length: number, block: number) {
  const { spec, isWhole, known, random, hasTime } = ahead
  const path = createPath(ahead, length)
  const blocks = new Int32Array(length)
  const gains = Array.from({ length: POINTS }, () => new Float64Array(PATHS))
  const drawdowns = new Float64Array(PATHS)
  /** The most that any path needs. */
  let capital = 0
  const candles = Int32Array.from({ length: POINTS }, (_, n) => pointAt(n, length))
  for (let p = 0; p < PATHS; p++) {
    if (p % PATHS_AT_ONCE === 0 && !hasTime()) return null
    drawBlocks({ first: 0, end: known.index.length, block }, random, blocks)
    fillPath(path, ahead, blocks)
    const fills = createFills()
    runOnce({ spec, ground: path, ...toSignals(ahead, spec.plan, path) }, 0, fills)
    let n = 0
    const visit = (candle: number, gain: number) => {
      for (; n < POINTS && candles[n] === candle; n++) gains[n]![p] = gain
    }
    const least = spec.capitalUsd ?? 0
    const equity = followEquity({ spec, ground: path, isWhole }, fills, { step: length, least, visit })
    capital = Math.max(capital, equity.capital)
    drawdowns[p] = equity.drawdown
  }
  return { gains, drawdowns, candles, capital }
}

const toPercent = ({ p5, p50, p95 }: ReturnType<typeof toRange>) => ({
  p5: round(p5),
  p50: round(p50),
  p95: round(p95),
})

/** null: there is too little to draw from, or no time. */
export function computeOutcome(ahead: Ahead): Outcome | null {
  const { spec, ground, known, fills } = ahead
  const { seconds } = ground.history
  const past = known.index.length
  const horizon = computeHorizon(spec.plan)
  const own = horizon === null ? Infinity : Math.max(1, Math.round(horizon / seconds))
  const length = Math.min(MOST_CANDLES, past, own)
  const wanted = Math.max(Math.ceil(DAY_SECONDS / seconds), Math.round(2 * medianHolding(fills)))
  const block = Math.max(1, Math.min(wanted, Math.floor(past * LARGEST_BLOCK)))
  const found = runPaths(ahead, length, block)
  if (!found) return null
  const { gains, drawdowns, candles, capital } = found
  const returns = gains.map((values) => values.map((gain) => Math.max(-1, gain / capital)).sort())
  const fan = returns.map((values, n) => {
    const quantiles = FAN_SHARES.map((share) => round(interpolate(values, share / 100)))
    return { seconds: (candles[n]! + 1) * seconds, quantiles }
  })
  return {
    paths: PATHS,
    seconds: length * seconds,
    capital_usd: Number(capital.toFixed(4)),
    return: toPercent(toRange(returns.at(-1)!)),
    drawdown: toPercent(toRange(drawdowns)),
    // Short paths have several points in one candle.
    fan: fan.filter((point, n) => point.seconds !== fan[n + 1]?.seconds),
  }
}
