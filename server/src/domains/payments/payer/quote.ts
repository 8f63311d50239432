/** Quotes in SOL of what is still due, held for 15 minutes. */
import { PAYMENT_QUOTE_SECONDS } from '@purser/contract/limits.ts'
import { SOL_MINT } from '@purser/contract/tokens.ts'
import type { Db } from '../../../db/client.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { Fault } from '../../../kernel/fault.ts'
import type { Market } from '../../../ports/market.ts'
import { isEnough, lamportsFor } from '../amounts.ts'
import { insertQuote, lockPayment, newestQuote, type PaymentRow, type QuoteRow } from '../payments.store.ts'
import { lessRefunds } from '../net.ts'
import { bringForward } from '../watched.store.ts'

export type QuoteParts = { db: Db; clock: Clock; market: Market }

/** A quote with less left than this is replaced when a quote is asked for. */
const NEARLY_OVER_MS = 60_000

/** Micro-USD; 0 once it is paid. */
export function dueOf(row: PaymentRow): bigint {
  const { amountUsd, creditedUsd, tolerance } = row
  if (row.status === 'paid' || row.status === 'approved') return 0n
  return isEnough(creditedUsd, amountUsd, tolerance) ? 0n : amountUsd - creditedUsd
}

/** Whether it is open and its time is not over. */
export const isPayable = (row: PaymentRow, now: number): boolean =>
  row.status === 'pending' && row.expiresAt.getTime() > now && dueOf(row) > 0n

/** Its newest quote while that is for what is due now. */
export async function quoteOf(db: Db, row: PaymentRow): Promise<QuoteRow | null> {
  const quote = await newestQuote(db, row.id)
  return quote && dueOf(row) > 0n && quote.usd === dueOf(row) ? quote : null
}

/** The quote that is there while more than a minute of it is left, unless `renew`. Throws payment_state and market_away. */
export async function makeQuote(
  { db, clock, market }: QuoteParts,
  row: PaymentRow,
  { renew }: { renew: boolean },
): Promise<QuoteRow> {
  if (!isPayable(row, clock.now())) throw new Fault('payment_state', { code: 'not_payable' })
  const known = await quoteOf(db, row)
  if (known && !renew && known.validUntil.getTime() - clock.now() > NEARLY_OVER_MS) return known
  const rate = await market.priceUsd(SOL_MINT)
  if (rate === null || rate <= 0n) throw new Fault('market_away')
  return db.transaction(async (tx) => {
    // The wallet before the payment, as whoever writes receipts.
    await bringForward(tx, row.walletAddress)
    const locked = await lockPayment(tx, row.id)
    const now = locked && (await lessRefunds(tx, locked))
    if (!now || !isPayable(now, clock.now())) throw new Fault('payment_state', { code: 'not_payable' })
    const madeAt = clock.now()
    const usd = dueOf(now)
    return insertQuote(tx, {
      paymentId: now.id,
      usd,
      rate,
      lamports: lamportsFor(usd, rate),
      madeAt: new Date(madeAt),
      validUntil: new Date(madeAt + PAYMENT_QUOTE_SECONDS * 1_000),
    })
  })
}
