/**
 * Anyone who knows a link may send these as often as they like: less than a hundredth of what is asked for, or a token.
 * Such a receipt is shown and counts, but it does not invalidate a decision of the owner, and only a limited number of
 * them is kept for one payment.
 */
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import type { Db } from '../../../db/client.ts'
import { toUsd } from '../amounts.ts'
import { newestQuote, type PaymentRow } from '../payments.store.ts'

const PARTS = 100n
/** Lamports, where nobody knows a price. */
const DUST = 100_000n
/** A payment that has this many receipts takes no more negligible ones; its owner can still assign them. */
export const RECEIPTS_KEPT = 200

export type Received = { mint: string; amount: bigint }

export async function isNegligible(db: Db, payment: PaymentRow, received: Received[]): Promise<boolean> {
  const lamports = received
    .filter(({ mint }) => mint === SOL_MINT)
    .reduce((sum, { amount }) => sum + amount, 0n)
  if (lamports === 0n) return true
  const rate = (await newestQuote(db, payment.id))?.rate ?? payment.rate
  return rate === null ? lamports < DUST : toUsd(lamports, rate) * PARTS < payment.amountUsd
}
