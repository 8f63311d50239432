/**
 * Quotes in SOL of the amount still due, held for 15 minutes, or for 2 if many were asked for: nobody may choose a
 * price among many.
 */
import {
  PAYMENT_LONG_QUOTES_A_DAY,
  PAYMENT_QUOTE_DAYS,
  PAYMENT_QUOTE_SECONDS,
  PAYMENT_RENEW_SECONDS,
  PAYMENT_SHORT_QUOTE_SECONDS,
} from '@purser/contract/limits.ts'
import { DAY_MS } from '@purser/contract/time.ts'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import type { Db } from '../../../db/client.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { Fault } from '../../../kernel/fault.ts'
import type { Market } from '../../../ports/market.ts'
import { isEnough, toLamports } from '../amounts.ts'
import {
  countQuotes,
  insertQuote,
  lockPayment,
  newestQuote,
  type PaymentRow,
  type QuoteRow,
  sweepQuotes,
} from '../payments.store.ts'
import { lessRefunds } from '../receipts/net.ts'
import { bringForward } from '../watcher/watched.store.ts'

export type QuoteParts = { db: Db; clock: Clock; market: Market }

/** A quote with less left than this is replaced when a quote is asked for. */
const NEARLY_OVER_MS = 60_000

/** Micro-USD; 0 once it is paid. */
export function computeDue(row: PaymentRow): bigint {
  const { amountUsd, creditedUsd, tolerance } = row
  if (row.status === 'paid' || row.status === 'approved') return 0n
  return isEnough(creditedUsd, amountUsd, tolerance) ? 0n : amountUsd - creditedUsd
}

/** Whether it is open and its time is not over. */
export const isPayable = (row: PaymentRow, now: number): boolean =>
  row.status === 'pending' && row.expiresAt.getTime() > now && computeDue(row) > 0n

/** Its newest quote while that is for what is due now. */
export async function findQuote(db: Db, row: PaymentRow): Promise<QuoteRow | null> {
  const quote = await newestQuote(db, row.id)
  return quote && computeDue(row) > 0n && quote.usd === computeDue(row) ? quote : null
}

/**
 * The quote that is there while more than a minute of it is left, unless `renew`, and in any case for its first minute.
 * Throws payment_state and market_away.
 */
export async function makeQuote(
  { db, clock, market }: QuoteParts,
  row: PaymentRow,
  { renew }: { renew: boolean },
): Promise<QuoteRow> {
  if (!isPayable(row, clock.now())) throw new Fault('payment_state', { code: 'not_payable' })
  const known = await findQuote(db, row)
  if (known && isKept(known, clock.now(), renew)) return known
  const rate = await market.priceUsd(SOL_MINT)
  if (rate === null || rate <= 0n) throw new Fault('market_away')
  return db.transaction(async (tx) => {
    // A payer is there. The wallet before the payment, as whoever writes receipts.
    if (!(await newestQuote(tx, row.id))) await bringForward(tx, row.walletAddress)
    const locked = await lockPayment(tx, row.id)
    const now = locked && (await lessRefunds(tx, locked))
    if (!now || !isPayable(now, clock.now())) throw new Fault('payment_state', { code: 'not_payable' })
    const madeAt = clock.now()
    const usd = computeDue(now)
    // Another may have been made meanwhile.
    const newest = await findQuote(tx, now)
    if (newest && newest.id !== known?.id && isKept(newest, madeAt, renew)) return newest
    const isOneOfMany =
      (await countQuotes(tx, now.id, new Date(madeAt - DAY_MS))) >= PAYMENT_LONG_QUOTES_A_DAY
    const seconds = isOneOfMany ? PAYMENT_SHORT_QUOTE_SECONDS : PAYMENT_QUOTE_SECONDS
    return insertQuote(tx, {
      paymentId: now.id,
      usd,
      rate,
      lamports: toLamports(usd, rate),
      madeAt: new Date(madeAt),
      validUntil: new Date(madeAt + seconds * 1_000),
    })
  })
}

/** Its rate is the payer's for a minute at least: where he could have another at once, he would take the best of many. */
function isKept({ madeAt, validUntil }: QuoteRow, now: number, renew: boolean): boolean {
  const age = now - madeAt.getTime()
  if (age >= 0 && age < PAYMENT_RENEW_SECONDS * 1_000) return true
  return !renew && validUntil.getTime() - now > NEARLY_OVER_MS
}

/** Deletes quotes that nobody has paid at, long after they were valid; of each link the first and the newest stay. */
export const sweepOldQuotes = ({ db, clock }: Pick<QuoteParts, 'db' | 'clock'>): Promise<boolean> =>
  sweepQuotes(db, new Date(clock.now() - PAYMENT_QUOTE_DAYS * DAY_MS))
