/** The moving-block bootstrap: a path of the future made of blocks of the past, so that what follows what is kept. */
import type { Random } from './random.ts'

/** For each candle of a path the candle of the past that it repeats, from `first` on and below `end`. */
export function drawBlocks(
  { first, end, block }: { first: number; end: number; block: number },
  random: Random,
  path: Int32Array,
): void {
  const starts = end - first - block + 1
  for (let i = 0; i < path.length; ) {
    const from = first + random.below(starts)
    for (let k = 0; k < block && i < path.length; k++) path[i++] = from + k
  }
}
