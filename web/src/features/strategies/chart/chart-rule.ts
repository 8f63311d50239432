/** The rule of a plan as lines over its candles, by the same indicators that trade. Floats: pixels, never money. */
import type { Candle } from '@purser/contract/market/market.ts'
import { type Indicator, indicatorFor } from '@purser/contract/strategies/indicators.ts'
import type { MaCrossPlan, Plan, RsiPlan, Timeframe } from '@purser/contract/strategies/plan.ts'
import type { Spot } from './chart-data.ts'

type SignalPlan = MaCrossPlan | RsiPlan

export type RuleLine = { label: string; spots: Spot[] }
/** The lines of two averages over the candles, or that of an RSI in a pane below them. */
export type Rule = {
  /** 'EMA 9 and EMA 21', 'RSI 14'. */
  name: string
  /** The candles that it reads: on others its lines are empty. */
  timeframe: Timeframe
  lines: RuleLine[]
  /** The levels of an RSI; null for averages. */
  bounds: { buy: number; sell: number } | null
}

/** Candles before the visible ones, so that the lines begin at the left edge. */
const VISIBLE = 60

/** Narrows a plan to one that trades on the crosses of an indicator. */
export const isSignalPlan = (plan: Plan): plan is SignalPlan =>
  plan.strategy_type === 'ma_cross' || plan.strategy_type === 'rsi'

/** The number of candles that its lines need. */
export const countCandles = (plan: SignalPlan): number => indicatorFor(plan).history + VISIBLE

const labelsFor = (plan: SignalPlan): string[] =>
  plan.strategy_type === 'rsi'
    ? [`RSI ${plan.length}`]
    : [plan.fast_length, plan.slow_length].map((length) => `${plan.kind.toUpperCase()} ${length}`)

/** Returns the rule on these candles; undefined if the plan does not trade on an indicator. */
export function createRule(plan: Plan, timeframe: Timeframe, candles: Candle[]): Rule | undefined {
  if (!isSignalPlan(plan)) return undefined
  const labels = labelsFor(plan)
  const spots = plan.timeframe === timeframe ? calculateSpots(indicatorFor(plan), candles) : []
  return {
    name: labels.join(' and '),
    timeframe: plan.timeframe,
    lines: labels.map((label, i) => ({ label, spots: spots[i] ?? [] })),
    bounds: plan.strategy_type === 'rsi' ? { buy: plan.buy_below, sell: plan.sell_above } : null,
  }
}

function calculateSpots(indicator: Indicator, candles: Candle[]): Spot[][] {
  const figures = indicator.begin()
  const lines: Spot[][] = []
  // The newest candle is still open: the rule reads closed ones.
  for (const { time, close } of candles.slice(0, -1)) {
    indicator.take(figures, close)
    for (const [i, value] of (indicator.values(figures) ?? []).entries())
      (lines[i] ??= []).push({ time, value })
  }
  return lines
}
