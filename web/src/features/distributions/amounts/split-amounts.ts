/** Splits a total over destinations, exact to the lamport: the parts always sum to the total. */

/** Equal parts; the last takes the remainder. */
export function equalSplit(total: bigint, count: number): bigint[] {
  if (count === 0) return []
  const each = total / BigInt(count)
  const amounts = Array.from({ length: count }, () => each)
  amounts[count - 1] = total - each * BigInt(count - 1)
  return amounts
}

/** Steps between the smallest and the largest random amount. */
const STEPS = 1_000_000

/**
 * Each is drawn within the base amount plus or minus `percent`, then all are rescaled so that their sum is the total; the
 * last takes the rounding remainder. `random` returns a number in [0, 1).
 */
export function randomSplit(total: bigint, count: number, percent: number, random: () => number): bigint[] {
  if (count === 0) return []
  const least = BigInt(100 - percent) * BigInt(STEPS)
  const weights = Array.from(
    { length: count },
    () => least + BigInt(2 * percent) * BigInt(Math.floor(random() * (STEPS + 1))),
  )
  const all = weights.reduce((sum, weight) => sum + weight, 0n)
  const amounts = weights.map((weight) => (total * weight) / all)
  const rest = total - amounts.reduce((sum, amount) => sum + amount, 0n)
  amounts[count - 1] = (amounts[count - 1] ?? 0n) + rest
  return amounts
}
