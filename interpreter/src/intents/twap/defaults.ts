import { period } from '../sentence-amounts.ts'

const SHARE = 24
const LEAST_SECONDS = 60

export const sliceEach = (seconds: number): string =>
  `A slice each ${period(seconds)}, as no pace was stated.`

/**
 * Returns the explicit interval, else the one that the number of orders makes, else a twenty-fourth of the time and at
 * least a minute.
 */
export function readInterval(
  seconds: number,
  said: number | undefined,
  orders: number,
): { seconds: number; assumptions: string[] } {
  if (said !== undefined) return { seconds: said, assumptions: [] }
  if (orders > 0) return { seconds: Math.max(1, Math.floor(seconds / orders)), assumptions: [] }
  const made = Math.min(seconds, Math.max(LEAST_SECONDS, Math.round(seconds / SHARE)))
  return { seconds: made, assumptions: [sliceEach(made)] }
}
