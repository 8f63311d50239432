/** The standard normal distribution. */
import normalCdf from '@stdlib/stats-base-dists-normal-cdf'
import normalQuantile from '@stdlib/stats-base-dists-normal-quantile'

/** The probability of a value up to `x`. */
export const cdf = (x: number): number => normalCdf(x, 0, 1)
/** The value up to which the probability is `p`, above 0 and below 1. */
export const quantile = (p: number): number => normalQuantile(p, 0, 1)
