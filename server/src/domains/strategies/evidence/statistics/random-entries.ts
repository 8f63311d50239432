/**
 * How good a rule is at choosing its moments: its trades beside the same ones at random times. A value is counted if it is
 * as good as the rule's own.
 */
import type { Random } from './random.ts'

/** Positions that were held one after the other. `candles`: how long; `stakes`: what was put in. */
export type Positions = { candles: ArrayLike<number>; stakes: ArrayLike<number> }

/** The gain of these positions if the k-th begins with candle `starts[k]`. */
export function gainAt(
  prices: ArrayLike<number>,
  { candles, stakes }: Positions,
  starts: ArrayLike<number>,
): number {
  let gain = 0
  for (let k = 0; k < candles.length; k++) {
    const from = starts[k]!
    gain += stakes[k]! * (prices[from + candles[k]!]! / prices[from]! - 1)
  }
  return gain
}

/**
 * Begins the positions at random in the same order, none before the one before has ended: each placement is as likely as
 * any other. `starts` is written.
 */
export function placeAtRandom(
  candles: ArrayLike<number>,
  length: number,
  random: Random,
  starts: Int32Array,
): void {
  const count = candles.length
  let free = length - 1
  for (let k = 0; k < count; k++) free -= candles[k]!
  let all = 0
  const distances = new Float64Array(count + 1)
  for (let k = 0; k <= count; k++) all += distances[k] = random.distance()
  let [distance, before] = [0, 0]
  for (let k = 0; k < count; k++) {
    distance += distances[k]!
    starts[k] = Math.min(free, Math.floor((distance / all) * (free + 1))) + before
    before += candles[k]!
  }
}

/** The share of random draws that did as well, the rule itself included: never 0. */
export const shareAsGood = (asGood: number, draws: number): number => (asGood + 1) / (draws + 1)
