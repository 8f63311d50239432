/** How a total is spread over destinations, exact to the lamport: what is handed out is the total, never more or less. */

/** The same for each; the last takes what does not divide. */
export function equalSplit(total: bigint, count: number): bigint[] {
  if (count === 0) return []
  const each = total / BigInt(count)
  const amounts = Array.from({ length: count }, () => each)
  amounts[count - 1] = total - each * BigInt(count - 1)
  return amounts
}

/** Steps between the least and the most that is drawn. */
const STEPS = 1_000_000

/**
 * Each is drawn within the base amount plus or minus `percent`, then all are rescaled so that their sum is the total; the
 * last takes what the rescaling cut off. `random` answers a number in [0, 1).
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
