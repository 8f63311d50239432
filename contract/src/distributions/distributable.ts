/** The SOL that a source must keep when it distributes: specification 3, section 5. All figures are lamports. */
import { FEE_ESTIMATE_LAMPORTS, RESERVE_LAMPORTS } from '../limits.ts'

/** The fees that a distribution counts beforehand; packed into few transactions it pays less. */
export const countedFees = (count: number): bigint => FEE_ESTIMATE_LAMPORTS * BigInt(count)
/** `rent`: the rent minimum of an account without data. */
export const computeReserve = (rent: bigint): bigint => rent + RESERVE_LAMPORTS

/** The most that a source with `has` can distribute to that many wallets: one lamport more is refused. */
export function mostDistributable({
  has,
  count,
  rent,
}: {
  has: bigint
  count: number
  rent: bigint
}): bigint {
  const most = has - countedFees(count) - computeReserve(rent)
  return most > 0n ? most : 0n
}
