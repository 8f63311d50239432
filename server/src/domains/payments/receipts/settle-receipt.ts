/**
 * Receipts that become final count for their payment, once: at the newest quote made before their block if that was still
 * valid, else at the market's rate of that time. Docs: docs/decisions/0018-what-counts-as-paid.md
 */
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import type { WebhookEvent } from '@purser/contract/webhooks.ts'
import type { Signature } from '@solana/kit'
import type { Db } from '../../../db/client.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Market, PriceUsd } from '../../../ports/market.ts'
import { creditAt, isEnough, computeRate, toUsd } from '../amounts.ts'
import type { PaymentEvents } from '../events.ts'
import { lockPayment, type PaymentRow, type QuoteRow, savePayment } from '../payments.store.ts'
import { isNegligible, type Received } from './negligible.ts'
import { isOpen, lessRefunds } from './net.ts'
import * as store from './receipts.store.ts'
import type { ReceiptRow } from '../views.store.ts'
import { rateAt } from '../watcher/rate.ts'
import { setAside } from '../watcher/unread.store.ts'

export type SettleParts = { db: Db; clock: Clock; market: Market; events: PaymentEvents }

/** Times of blocks are whole seconds, and a cluster's clock may lag. */
const BLOCK_TIME_SLACK_MS = 1_000
/**
 * A payer who pays a quote's amount to the lamport has seen the quote: the cluster's clock may lag behind ours by this
 * much.
 */
const CLUSTER_LAG_MS = 30_000
/** From a block to its finality at most, where nobody watched it. */
const FINALITY_MS = 15_000

type Arrived = Pick<ReceiptRow, 'paymentId' | 'at'>

/** The quote that lamports of this time count at. */
async function quoteAt(db: Db, { paymentId, at }: Arrived, lamports: bigint): Promise<QuoteRow | null> {
  const by = new Date(at.getTime() + BLOCK_TIME_SLACK_MS)
  const until = new Date(at.getTime() + CLUSTER_LAG_MS)
  const seen = await store.quoteOfAmount(db, paymentId, { lamports, by, until })
  const quote = seen ?? (await store.findQuoteBefore(db, paymentId, { by, until }))
  return quote && quote.validUntil >= at ? quote : null
}

type Credit = { usd: bigint; rate: PriceUsd }

/** In the caller's transaction. null: no price is known yet. */
async function computeCredit(
  tx: Db,
  receipt: ReceiptRow,
  amount: bigint,
  marketRate: PriceUsd | null,
): Promise<Credit | null> {
  const quote = await quoteAt(tx, receipt, amount)
  if (quote) {
    await store.countAtQuote(tx, quote.id, amount)
    return { usd: creditAt(quote, quote.received, amount), rate: quote.rate }
  }
  return marketRate === null ? null : { usd: toUsd(amount, marketRate), rate: marketRate }
}

/** Adds what a receipt counts for; the payment is paid once that is enough and in time. */
async function count(
  { clock, events }: SettleParts,
  tx: Db,
  payment: PaymentRow,
  added: Partial<PaymentRow> & { inTimeUsd: bigint },
  { type, received }: { type: WebhookEvent | null; received: Received },
): Promise<void> {
  const { id: paymentId, userId, amountUsd, tolerance } = payment
  const { inTimeUsd } = await lessRefunds(tx, { ...payment, ...added })
  const paid = isOpen(payment) && isEnough(inTimeUsd, amountUsd, tolerance)
  const negligible = !paid && (await isNegligible(tx, payment, [received]))
  const change = { ...added, ...(paid ? { status: 'paid' as const, paidAt: new Date(clock.now()) } : {}) }
  await savePayment(tx, paymentId, change, { negligible })
  if (type !== null) await events.add(tx, { userId, paymentId, type })
  if (paid) await events.add(tx, { userId, paymentId, type: 'payment.paid' })
}

function addCredit(payment: PaymentRow, credit: Credit | null, amount: bigint, late: boolean) {
  const { creditedUsd, inTimeUsd, pricedLamports } = payment
  if (!credit) return { creditedUsd, inTimeUsd, pricedLamports }
  const [usd, lamports] = [creditedUsd + credit.usd, pricedLamports + amount]
  const same = pricedLamports === 0n || payment.rate === credit.rate
  return {
    creditedUsd: usd,
    inTimeUsd: inTimeUsd + (late ? 0n : credit.usd),
    pricedLamports: lamports,
    rate: same ? credit.rate : computeRate(usd, lamports),
  }
}

/** `amount`: what has arrived by its final execution. False: it was settled or dropped already. */
export async function finalize(parts: SettleParts, receipt: ReceiptRow, amount: bigint): Promise<boolean> {
  const { db, clock, market } = parts
  const isSol = receipt.mint === SOL_MINT
  const needsRate = isSol && (await quoteAt(db, receipt, amount)) === null
  const marketRate = needsRate ? await rateAt(market, clock, receipt.at) : null
  const finalizedAt = Math.min(clock.now(), receipt.at.getTime() + FINALITY_MS)
  return db.transaction(async (tx) => {
    await store.lockRecipient(tx, receipt.recipient)
    const payment = await lockPayment(tx, receipt.paymentId)
    const now = await store.lockReceipt(tx, receipt.id)
    if (!payment || !now || now.state === 'final') return false
    const late = finalizedAt > payment.expiresAt.getTime()
    const credit = isSol ? await computeCredit(tx, now, amount, marketRate) : null
    await store.saveReceipt(tx, now.id, {
      state: 'final',
      amount,
      late,
      creditedUsd: credit?.usd ?? null,
      rate: credit?.rate ?? null,
      unpriced: isSol && credit === null,
    })
    const added = {
      ...addCredit(payment, credit, amount, late),
      receivedLamports: payment.receivedLamports + (isSol ? amount : 0n),
      late: payment.late || late,
      wrongToken: payment.wrongToken || !isSol,
    }
    await count(parts, tx, payment, added, { type: 'payment.received', received: { mint: now.mint, amount } })
    return true
  })
}

/** For one that was final before its price was known. False: it is priced already, or cannot be yet. */
export async function price(parts: SettleParts, receipt: ReceiptRow): Promise<boolean> {
  const { db, clock, market } = parts
  const marketRate = await rateAt(market, clock, receipt.at)
  if (marketRate === null) return false
  return db.transaction(async (tx) => {
    await store.lockRecipient(tx, receipt.recipient)
    const payment = await lockPayment(tx, receipt.paymentId)
    const now = await store.lockReceipt(tx, receipt.id)
    if (!payment || !now?.unpriced) return false
    const credit = { usd: toUsd(now.amount, marketRate), rate: marketRate }
    await store.saveReceipt(tx, now.id, { creditedUsd: credit.usd, rate: marketRate, unpriced: false })
    await count(parts, tx, payment, addCredit(payment, credit, now.amount, now.late), {
      type: null,
      received: now,
    })
    return true
  })
}

/** An endpoint shows it again, or the only one no longer does: it stays watched, and is never deleted. */
export async function saveSight(
  { db }: SettleParts,
  receipt: ReceiptRow,
  sight: 'seen' | 'unseen',
): Promise<boolean> {
  const [from, to] = sight === 'seen' ? (['unseen', 'arriving'] as const) : (['arriving', 'unseen'] as const)
  if (receipt.state !== from) return false
  return db.transaction(async (tx) => {
    await store.lockRecipient(tx, receipt.recipient)
    const payment = await lockPayment(tx, receipt.paymentId)
    const now = await store.lockReceipt(tx, receipt.id)
    if (!payment || now?.state !== from) return false
    await store.saveReceipt(tx, now.id, { state: to })
    await savePayment(tx, payment.id, {}, { negligible: await isNegligible(tx, payment, [now]) })
    return true
  })
}

/** A fork dropped it, or it failed after all. If it comes back, the listing has passed it: it is queried alone. */
export async function drop({ db }: SettleParts, receipt: ReceiptRow): Promise<boolean> {
  return db.transaction(async (tx) => {
    await store.lockRecipient(tx, receipt.recipient)
    const payment = await lockPayment(tx, receipt.paymentId)
    const now = await store.lockReceipt(tx, receipt.id)
    if (!payment || !now || now.state === 'final') return false
    await store.deleteReceipt(tx, now.id)
    await setAside(tx, now.recipient, {
      signature: now.signature as Signature,
      blockTime: Math.floor(now.at.getTime() / 1_000),
    })
    const received = await store.hasReceipts(tx, payment.id)
    const negligible = await isNegligible(tx, payment, [now])
    await savePayment(tx, payment.id, { received }, { negligible })
    return true
  })
}
