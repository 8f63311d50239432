/** The most that a gather may take from a wallet, and the checks before it. */
import { gatherTexts } from '@purser/contract/distributions/distribution-texts.ts'
import { GATHER_KEEP_LAMPORTS } from '@purser/contract/limits.ts'
import { checkCount } from './check-distribute.ts'

/**
 * The amount that stays in a source: nothing if wallets are emptied, else 0.00089 SOL or the chain's minimum if that is
 * higher.
 */
export function keepOf(empty: boolean, rent: bigint | undefined): bigint {
  if (empty) return 0n
  return rent !== undefined && rent > GATHER_KEEP_LAMPORTS ? rent : GATHER_KEEP_LAMPORTS
}

/** The most that can be taken, which is also the first offer. */
export const mostFrom = (lamports: bigint, keep: bigint): bigint => (lamports > keep ? lamports - keep : 0n)

/** `amounts` only in custom mode. */
export function checkGather(input: {
  custom: boolean
  chosen: boolean
  count: number
  amounts: bigint[]
}): string | undefined {
  if (!input.chosen || input.count === 0) return gatherTexts.selection
  if (input.custom) {
    if (input.amounts.every((amount) => amount <= 0n)) return gatherTexts.customTotal
    const invalid = input.amounts.filter((amount) => amount <= 0n).length
    if (invalid > 0) return gatherTexts.invalid(invalid)
  }
  return checkCount(input.count)
}
