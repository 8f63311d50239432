/** Quantiles of values, with linear interpolation between two of them. */

/** `sorted`: in ascending order, at least one. `share`: from 0 to 1. */
export function interpolate(sorted: ArrayLike<number>, share: number): number {
  const at = share * (sorted.length - 1)
  const low = Math.floor(at)
  const [a, b] = [sorted[low]!, sorted[Math.min(low + 1, sorted.length - 1)]!]
  return a + (b - a) * (at - low)
}

export type Range = { p5: number; p50: number; p95: number }

/** Sorts the values in place. */
export function toRange(values: Float64Array): Range {
  values.sort()
  return { p5: interpolate(values, 0.05), p50: interpolate(values, 0.5), p95: interpolate(values, 0.95) }
}
