/** What a source must keep when SOL is distributed from it: specification 3, section 5. Everything in lamports. */
import { FEE_ESTIMATE_LAMPORTS, RESERVE_LAMPORTS } from './limits.ts'

/** As the fees of a distribution are counted beforehand; packed in few transactions it pays less. */
export const countedFees = (count: number): bigint => FEE_ESTIMATE_LAMPORTS * BigInt(count)
/** `rent`: the minimum of an account without data. */
export const reserveOf = (rent: bigint): bigint => rent + RESERVE_LAMPORTS

/** The most that a source with `has` can distribute to so many: one lamport more is refused. */
export function mostDistributable({
  has,
  count,
  rent,
}: {
  has: bigint
  count: number
  rent: bigint
}): bigint {
  const most = has - countedFees(count) - reserveOf(rent)
  return most > 0n ? most : 0n
}
