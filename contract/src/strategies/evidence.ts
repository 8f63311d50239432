/** What the past proves of a plan, and what it does not. Source: specification 8. Percent fields are percent, money is USD. */
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Time } from '../values.ts'
import { BacktestCosts, HoldingWindows } from './preview.ts'

/**
 * 'not_tested': the plan has no rule on price. 'too_few': too little to judge. The others say how hard it is to explain the
 * result by luck.
 */
export const Verdict = z.enum(['not_tested', 'too_few', 'none', 'weak', 'some', 'strong'])
export type Verdict = z.infer<typeof Verdict>

/** In 5, 50 and 95 of 100 cases it is at most this. */
const Range = z.object({ p5: z.number(), p50: z.number(), p95: z.number() })

/** The share of paths below each of these, in percent, in every list of quantiles. */
export const FAN_SHARES = Array.from({ length: 21 }, (_, i) => i * 5)

/** What one run of the plan from now on may come to: its rules anew on paths made of blocks of the past. */
export const Outcome = z.object({
  paths: z.int(),
  /** How far the paths go, in seconds. */
  seconds: z.int(),
  /** The most that any of the paths needs: returns are percent of it. */
  capital_usd: z.number(),
  return: Range,
  /** The deepest fall of each path. */
  drawdown: Range,
  /** Quantiles of the return by time since the start, at `FAN_SHARES`; oldest first, denser at the beginning. */
  fan: z.array(z.object({ seconds: z.int(), quantiles: z.array(z.number()) })),
})
export type Outcome = z.infer<typeof Outcome>

export const Evidence = z.object({
  /** When it was computed. */
  at: Time,
  verdict: Verdict,
  /** Round trips: sales of what was bought. */
  trades: z.int(),
  /** Distinct plans of this user and token that were backtested within 30 days, this one included. */
  tries: z.int(),
  /** null if the plan is not tested. */
  window: z.nullable(
    z.object({ from: Time, to: Time, candle_seconds: z.int(), unknown_percent: z.number() }),
  ),
  /** Of `capital_usd`, over the window; at least -100. A plan that ends is begun again. */
  return_percent: z.nullable(z.number()),
  capital_usd: z.nullable(z.number()),
  max_drawdown_percent: z.nullable(z.number()),
  /** The Sharpe ratio, annualized. */
  sharpe: z.nullable(z.number()),
  costs: z.nullable(BacktestCosts),
  /** The costs at which the return is 0, in basis points of what was traded. */
  break_even_bps: z.nullable(z.number()),
  /** Holding the token over the window; for a plan that is not tested what holding gave over past windows of its length. */
  holding: z.object({ return_percent: z.nullable(z.number()), windows: z.nullable(HoldingWindows) }),
  /** The probability that the true Sharpe ratio is above what the best of so many tries on noise would have. */
  dsr: z.nullable(z.number()),
  /** The share of random entries with the same number and holding times that did as well. */
  p_random: z.nullable(z.number()),
  /** null for a plan without parameters. `efficiency`: mean return out of sample over that in sample. */
  walk_forward: z.nullable(
    z.object({ folds: z.int(), positive_percent: z.number(), efficiency: z.nullable(z.number()) }),
  ),
  /** The probability of backtest overfitting; null for a plan without parameters. */
  pbo: z.nullable(z.number()),
  /** Days of such returns until 95 % would be reached; null: never. */
  days_needed: z.nullable(z.int()),
  /** null if it could not be computed in time, or there is too little to draw from. */
  outcome: z.nullable(Outcome),
  says: z.string(),
  does_not_say: z.string(),
})
export type Evidence = z.infer<typeof Evidence>

/** The place of a live result among the paths at the same time since the start: better than so many of 100. */
export const LivePlace = z.object({ better_than: z.int(), seconds: z.int(), return_percent: z.number() })
export type LivePlace = z.infer<typeof LivePlace>

/** What stays of the evidence with a strategy that was started. `outcome`: of a strategy that runs. */
export const StrategyEvidence = z.object({
  verdict: Verdict,
  tries: z.int(),
  outcome: z.nullable(Outcome),
  /** null before the first point of the fan, or without a price. */
  live: z.nullable(LivePlace),
})
export type StrategyEvidence = z.infer<typeof StrategyEvidence>

export const computeEvidence = endpoint({
  method: 'POST',
  path: '/agents/:id/evidence',
  summary: 'What the past proves of the plan shown last; ends if the connection is closed',
  access: 'session',
  body: z.strictObject({
    plan_hash: z.string().check(z.minLength(1, 'must not be empty'), z.maxLength(100)),
  }),
  answer: Evidence,
})

/** The share of paths below this return, from 0 to 100, by one list of quantiles. */
function findShare(quantiles: readonly number[], value: number): number {
  const above = quantiles.findIndex((one) => one > value)
  if (above === 0) return 0
  const [low, high] = [quantiles[above - 1] ?? value, quantiles[above] ?? value]
  const from = FAN_SHARES[above === -1 ? FAN_SHARES.length - 1 : above - 1] ?? 0
  return above === -1 || high === low ? from : from + (5 * (value - low)) / (high - low)
}

/** null: it began too recently to be placed. After the end of the fan its last point counts. */
export function placeInFan({ fan }: Outcome, seconds: number, returnPercent: number): number | null {
  const next = fan.findIndex((point) => point.seconds >= seconds)
  const [before, after] = next === -1 ? [fan.at(-1), undefined] : [fan[next - 1], fan[next]]
  if (!before)
    return after?.seconds === seconds ? Math.round(findShare(after.quantiles, returnPercent)) : null
  const low = findShare(before.quantiles, returnPercent)
  if (!after || after.seconds === before.seconds) return Math.round(low)
  const share = (seconds - before.seconds) / (after.seconds - before.seconds)
  return Math.round(low + share * (findShare(after.quantiles, returnPercent) - low))
}
