/** The time that a plan is tested over, and what holding the token over it gave in the past. */
import type { HoldingWindows } from '@purser/contract/strategies/preview.ts'
import { type Plan, planSeconds, typeFacts } from '@purser/contract/strategies/plan.ts'
import { DAY_SECONDS } from '@purser/contract/time.ts'
import { guards } from '../engine/guards.ts'
import type { History } from './history.ts'
import { quantile } from './quantile.ts'

/** Windows overlap. Of fewer that do not, the rarest cases say nothing. */
const LEAST_APART = 5
/** A plan that is over at once is followed for a day. */
const AT_ONCE_SECONDS = DAY_SECONDS

/** How long the plan trades or watches what it holds, in seconds; null: until it is stopped. */
export function computeHorizon(plan: Plan): number | null {
  const { guards: guardsItself, orderPrice } = typeFacts(plan)
  const waitsForEntry = guardsItself === true && (orderPrice?.(plan, 'buy') ?? null) !== null
  // Its own time begins with an entry that may never come, or its limits go on after its last order.
  const isOpen = waitsForEntry || (guards(plan) && guardsItself !== true)
  if (!isOpen) return planSeconds(plan)
  return plan.duration_days === undefined ? null : plan.duration_days * DAY_SECONDS
}

/** How long the token is held, for a plan that is not tested. */
export function holdingSeconds(plan: Plan, openEnded: number): number {
  const own = computeHorizon(plan)
  return own === 0 ? AT_ONCE_SECONDS : (own ?? openEnded)
}

/** null: the history is too short, or has no prices. */
export function computeHolding(history: History, seconds: number): HoldingWindows | null {
  const { close, since, length } = history
  const candles = Math.max(1, Math.round(seconds / history.seconds))
  const until = history.part?.until ?? length
  const known = until - since
  if (known < candles * LEAST_APART + 1) return null
  const gains: number[] = []
  for (let i = since; i + candles < until; i++)
    if (close[i]! > 0) gains.push((close[i + candles]! / close[i]! - 1) * 100)
  if (gains.length < LEAST_APART) return null
  gains.sort((a, b) => a - b)
  const [p5, p50, p95] = [0.05, 0.5, 0.95].map((share) => Number(quantile(gains, share).toFixed(2)))
  return {
    seconds: candles * history.seconds,
    windows: gains.length,
    past_seconds: known * history.seconds,
    p5: p5!,
    p50: p50!,
    p95: p95!,
  }
}
