/** Walks forward through time: the variant that was best so far is judged by the time that follows. */

export type WalkForward = {
  /** The share of folds with a positive return. */
  positive: number
  /** The mean return out of sample over that in sample; null if the latter is not positive. */
  efficiency: number | null
}

const sumBetween = (values: ArrayLike<number>, from: number, to: number): number => {
  let sum = 0
  for (let i = from; i < to; i++) sum += values[i]!
  return sum
}

/**
 * `variants`: their returns by the same periods. The time is divided into one part more than folds: the first is only in
 * sample. null: there are no variants, or fewer periods than parts.
 */
export function walkForward(variants: ArrayLike<number>[], folds: number): WalkForward | null {
  const periods = variants[0]?.length ?? 0
  if (periods < folds + 1) return null
  let [positive, inSample, outOfSample] = [0, 0, 0]
  for (let fold = 1; fold <= folds; fold++) {
    const from = Math.floor((fold * periods) / (folds + 1))
    const to = Math.floor(((fold + 1) * periods) / (folds + 1))
    const sums = variants.map((returns) => sumBetween(returns, 0, from))
    const best = Math.max(...sums)
    const after = sumBetween(variants[sums.indexOf(best)]!, from, to)
    if (after > 0) positive++
    inSample += best / from
    outOfSample += after / (to - from)
  }
  return { positive: positive / folds, efficiency: inSample > 0 ? outOfSample / inSample : null }
}
