/**
 * The probability of backtest overfitting: how often the variant that was best in one half of the time is in the lower
 * half of all variants in the other half. By combinatorially symmetric cross-validation. Source: Bailey, Borwein, López
 * de Prado and Zhu, 'The Probability of Backtest Overfitting' (2015).
 */

/** The returns of one variant by blocks of time: how many, their sum and the sum of their squares. */
export type BlockSums = { count: number; sum: number; squares: number }[]

const EMPTY = { count: 0, sum: 0, squares: 0 }

export function sumBlocks(returns: ArrayLike<number>, blocks: number): BlockSums {
  return Array.from({ length: blocks }, (_, block) => {
    const total = { ...EMPTY }
    const end = Math.floor(((block + 1) * returns.length) / blocks)
    for (let i = Math.floor((block * returns.length) / blocks); i < end; i++) {
      const value = returns[i]!
      total.count++
      total.sum += value
      total.squares += value * value
    }
    return total
  })
}

/** The Sharpe ratio of the blocks of this set; 0 if their returns never differ. */
function ratioOver(sums: BlockSums, isIn: (block: number) => boolean): number {
  let [count, sum, squares] = [0, 0, 0]
  sums.forEach((one, block) => {
    if (!isIn(block)) return
    count += one.count
    sum += one.sum
    squares += one.squares
  })
  const mean = sum / Math.max(1, count)
  const variance = squares / Math.max(1, count) - mean * mean
  return variance > 1e-24 ? mean / Math.sqrt(variance) : 0
}

/** All sets of half of the blocks, each as bits. */
function* halves(blocks: number): Generator<number> {
  for (let bits = 0; bits < 2 ** blocks; bits++) {
    let ones = 0
    for (let n = bits; n > 0; n &= n - 1) ones++
    if (ones === blocks / 2) yield bits
  }
}

/** The relative rank of one value among all, above 0 and below 1; equal ones share their ranks. */
function rankShare(values: number[], index: number): number {
  const own = values[index]!
  let [below, equal] = [0, 0]
  for (const value of values) {
    if (value < own) below++
    else if (value === own) equal++
  }
  return (below + (equal + 1) / 2) / (values.length + 1)
}

/** `variants`: their returns by the same blocks, an even number of them. null: there is nothing to choose from. */
export function probabilityOfOverfitting(variants: BlockSums[]): number | null {
  const blocks = variants[0]?.length ?? 0
  if (variants.length < 2 || blocks < 2) return null
  let [overfitted, all] = [0, 0]
  for (const bits of halves(blocks)) {
    const isIn = (block: number) => ((bits >> block) & 1) === 1
    const inSample = variants.map((sums) => ratioOver(sums, isIn))
    const outOfSample = variants.map((sums) => ratioOver(sums, (block) => !isIn(block)))
    const best = inSample.indexOf(Math.max(...inSample))
    // The logarithm of the odds is at most 0.
    if (rankShare(outOfSample, best) <= 0.5) overfitted++
    all++
  }
  return overfitted / all
}
