/** Which wallets a round pays, from balances and limits alone. */
import { topUpTexts } from '@purser/contract/distributions/distribution-texts.ts'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import type { Address } from '@solana/kit'
import { spreadFees } from '../../distributions/index.ts'
import type { Movement } from '../../transfers/index.ts'
import type { OwnedWallet } from '../../wallets/index.ts'

export type Low = { id: number; name: string; address: Address; lamports: bigint }
export type RoundRequest = {
  /** The wallets below the minimum. */
  low: readonly Low[]
  /** The amount for each wallet, in lamports. */
  amount: bigint
  /** Free lamports of the funding wallet beyond its reserve. */
  budget: bigint
  /** The unspent part of the daily cap; null: no cap. */
  left: bigint | null
  /** Most wallets in one round. */
  limit: number
  /** Transfers in a transaction, and its price in micro-lamports per compute unit. */
  size: number
  price: bigint
}
export type RoundPlan = {
  pay: Low[]
  /** Fees of `pay`. */
  fees: bigint
  /** Left out: the funding wallet has too little. */
  short: Low[]
  /** Left out: the daily cap is reached. */
  capped: Low[]
  /** Left to the next round: one round holds no more. */
  later: Low[]
}

export const lowestFirst = (a: Low, b: Low): number =>
  a.lamports === b.lamports ? a.id - b.id : a.lamports < b.lamports ? -1 : 1

const limitTo = (n: number, bound: bigint): number =>
  bound <= 0n ? 0 : bound < BigInt(n) ? Number(bound) : n

/**
 * The lowest first, as many as the cap and the funding wallet allow; what is beyond the limit is left to the next
 * round.
 */
export function planRound({ low, amount, budget, left, limit, size, price }: RoundRequest): RoundPlan {
  const sorted = [...low].sort(lowestFirst)
  const all = sorted.slice(0, limit)
  const within = left === null ? all.length : limitTo(all.length, left / amount)
  let count = limitTo(within, budget / amount)
  while (count > 0 && BigInt(count) * amount + spreadFees(count, size, price) > budget) count--
  return {
    pay: all.slice(0, count),
    fees: spreadFees(count, size, price),
    short: all.slice(count, within),
    capped: all.slice(within),
    later: sorted.slice(limit),
  }
}

/** `doubted`: as their last one is not certain yet. `often`: as they have had all that an hour may bring. */
type LeftOut = { doubted: number; often: readonly Low[] }

/** The answer of a round with this plan, with the wallets that it leaves out. */
export function describeRound({ pay, short, capped }: RoundPlan, { doubted, often }: LeftOut): string {
  const names = often.map(({ name }) => name)
  if (pay.length > 0)
    return [topUpTexts.started(pay.length), ...(often.length > 0 ? [topUpTexts.leftOut(names)] : [])].join(
      '. ',
    )
  if (often.length > 0) return topUpTexts.leftOut(names)
  if (short.length > 0) return topUpTexts.fundingLow
  if (capped.length > 0) return topUpTexts.capReached
  return doubted > 0 ? topUpTexts.underWay(doubted) : topUpTexts.nothingToDo
}

type Payer = { amount: bigint; funding: Pick<OwnedWallet, 'address'> }
export const toMovements = ({ funding, amount }: Payer, pay: Low[]): Movement[] =>
  pay.map(({ id, name, address }) => ({
    walletId: id,
    walletName: name,
    source: funding.address,
    destination: address,
    mint: SOL_MINT,
    amount,
  }))
