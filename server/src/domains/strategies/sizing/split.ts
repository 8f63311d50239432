/** Divides a total over wallets in proportion to what each can spend. The parts sum to the total exactly. */

export type Share = { address: string; amount: bigint }

/**
 * No part exceeds what its wallet can spend; wallets without a part are left out. null if all together cannot spend
 * `total`. The remainder goes, unit by unit, to the first wallets that have room.
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
