/** The SOL that a send takes out of a wallet: never more than it holds, and nothing that the chain refuses. */
import type { BadAmount } from '@purser/contract/transfers/send-texts.ts'
import { formatUnits, SOL_DECIMALS } from '@purser/contract/money.ts'

/** Lamports: the free balance of the source, the fee, and the least that a non-empty account must hold. */
export type SolTerms = { free: bigint; fee: bigint; rent: bigint }
export type SolAmount =
  | { amount: bigint; left: bigint }
  | { short: bigint }
  | { refused: Extract<BadAmount, { code: 'leaves_too_little' }> }

const text = (lamports: bigint) => formatUnits(lamports, SOL_DECIMALS)

/** `short`: the amount that the wallet would have to hold. 'max' empties the wallet: all but the fee. */
export function solAmount(wanted: bigint | 'max', { free, fee, rent }: SolTerms, wallet: string): SolAmount {
  const all = free - fee
  const amount = wanted === 'max' ? all : wanted
  if (amount <= 0n) return { short: fee + 1n }
  if (amount > all) return { short: amount + fee }
  const left = all - amount
  if (left === 0n || left >= rent) return { amount, left }
  const most = all - rent
  return {
    refused: {
      code: 'leaves_too_little',
      wallet,
      left: text(left),
      rent: text(rent),
      most: most > 0n ? text(most) : null,
      all: text(all),
    },
  }
}
