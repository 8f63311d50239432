/** A total over several wallets, each in proportion to what it can spend. Pure: nothing created, nothing lost. */

export type Share = { address: string; amount: bigint }

/**
 * Parts that sum up to `total` exactly and never exceed what a wallet can spend; wallets with nothing get none. null when
 * all together cannot spend that much. What division leaves over goes, unit by unit, to the first that have room.
 */
export function splitByWeight(total: bigint, spendable: Share[]): Share[] | null {
  const sum = spendable.reduce((all, s) => all + s.amount, 0n)
  if (total <= 0n || sum < total) return null
  const parts = spendable.map(({ address, amount }) => ({
    address,
    amount: (total * amount) / sum,
    room: amount - (total * amount) / sum,
  }))
  let left = total - parts.reduce((all, p) => all + p.amount, 0n)
  for (const part of parts) {
    if (left === 0n) break
    if (part.room > 0n && part.amount + part.room > 0n) {
      part.amount += 1n
      left -= 1n
    }
  }
  return parts.filter((p) => p.amount > 0n).map(({ address, amount }) => ({ address, amount }))
}
