/**
 * Sharpe ratios and how far they can be believed. All ratios are per period, not per year; kurtosis is 3 for a normal
 * distribution. Source: Bailey and López de Prado, 'The Sharpe Ratio Efficient Frontier' (2012) and 'The Deflated Sharpe
 * Ratio' (2014).
 */
import { cdf, quantile } from './normal.ts'

/** A series of returns. `periods`: how many. */
export type Moments = { periods: number; sharpe: number; skewness: number; kurtosis: number }

/** Euler and Mascheroni's constant. */
const GAMMA = 0.5772156649
/** A smaller deviation is rounding. */
const NO_DEVIATION = 1e-12

/** null: there are fewer than two returns, or they never differ. */
export function computeMoments(returns: ArrayLike<number>): Moments | null {
  const periods = returns.length
  if (periods < 2) return null
  let mean = 0
  for (let i = 0; i < periods; i++) mean += returns[i]!
  mean /= periods
  let [second, third, fourth] = [0, 0, 0]
  for (let i = 0; i < periods; i++) {
    const off = returns[i]! - mean
    const square = off * off
    second += square
    third += square * off
    fourth += square * square
  }
  const deviation = Math.sqrt(second / (periods - 1))
  if (!(deviation > NO_DEVIATION)) return null
  const variance = second / periods
  return {
    periods,
    sharpe: mean / deviation,
    skewness: third / periods / variance ** 1.5,
    kurtosis: fourth / periods / variance ** 2,
  }
}

/** The variance of the estimated ratio, times the number of periods. */
const estimateSpread = ({ sharpe, skewness, kurtosis }: Moments): number =>
  1 - skewness * sharpe + ((kurtosis - 1) / 4) * sharpe ** 2

/** The probability that the true ratio is above `benchmark`. */
export function probabilisticSharpe(moments: Moments, benchmark: number): number {
  const spread = estimateSpread(moments)
  const excess = moments.sharpe - benchmark
  // Such moments belong to no distribution: the formula says nothing then.
  if (!(spread > 0)) return excess > 0 ? 1 : 0
  return cdf((excess * Math.sqrt(moments.periods - 1)) / Math.sqrt(spread))
}

/** The ratio that the best of `tries` without any edge is expected to have. `variance`: of the ratios of all tries. */
export function expectedBest(tries: number, variance: number): number {
  if (tries <= 1) return 0
  return (
    Math.sqrt(variance) * ((1 - GAMMA) * quantile(1 - 1 / tries) + GAMMA * quantile(1 - 1 / (tries * Math.E)))
  )
}

/** Tries of which one is judged. `ratios`: those that are known, its own among them, per period. */
export type Tries = { count: number; ratios: number[]; floor: number }

/**
 * The benchmark of one try of several. Its variance is at least that of the estimate of a ratio of 0, so that tries that
 * resemble each other are not taken for a single one; it never falls below `floor`, the highest one so far.
 */
export function computeBenchmark({ count, ratios, floor }: Tries, periods: number): number {
  const mean = ratios.reduce((sum, ratio) => sum + ratio, 0) / Math.max(1, ratios.length)
  const squares = ratios.reduce((sum, ratio) => sum + (ratio - mean) ** 2, 0)
  const sample = ratios.length > 1 ? squares / (ratios.length - 1) : 0
  return Math.max(floor, expectedBest(count, Math.max(sample, 1 / (periods - 1))))
}

/** Periods of such returns after which the ratio is above `benchmark` with this confidence; null: never. */
export function minimumTrackRecord(moments: Moments, benchmark: number, confidence: number): number | null {
  const excess = moments.sharpe - benchmark
  if (!(excess > 0)) return null
  return 1 + Math.max(0, estimateSpread(moments)) * (quantile(confidence) / excess) ** 2
}
