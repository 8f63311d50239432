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
/** Distances at as many equal shares: a logarithm for each would take most of the time of a card. */
const DISTANCES = Float64Array.from({ length: 4_096 }, (_, i) => -Math.log((i + 0.5) / 4_096))

/** `seed`: an integer of 32 bits. */
export function createRandom(seed: number): Random {
  const generator = xoroshiro128plus(seed)
  const next = () => (generator.next() >>> 0) / WHOLE
  return {
    next,
    below: (end) => Math.floor(next() * end),
    distance: () => DISTANCES[(generator.next() >>> 0) % DISTANCES.length]!,
  }
}
