/** Seeded random numbers: the same seed gives the same numbers. */
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

export type Random = {
  /** At least 0 and below 1. */
  next(): number
  /** A whole number from 0 and below `end`. */
  below(end: number): number
  /** Above 0, with a mean of 1: the distances between points that are thrown at random. */
  distance(): number
}

const WHOLE = 2 ** 32

/** `seed`: an integer of 32 bits. */
export function createRandom(seed: number): Random {
  const generator = xoroshiro128plus(seed)
  const next = () => (generator.next() >>> 0) / WHOLE
  return {
    next,
    below: (end) => Math.floor(next() * end),
    distance: () => -Math.log1p(-next()),
  }
}
