/** Receipts: what arrived for payments. Whoever writes them holds the collection wallet's row. */
import type { Address } from '@solana/kit'
import { and, asc, desc, eq, gt, inArray, lte, or, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import {
  paymentQuotes as quotes,
  paymentReceipts as receipts,
  payments,
  paymentWallets as watched,
} from '../payments.tables.ts'
import type { PaymentRow, QuoteRow } from '../payments.store.ts'
import type { ReceiptRow } from '../views.store.ts'

export type NewReceipt = typeof receipts.$inferInsert

/** In the caller's transaction: until it ends nobody else writes receipts of this wallet. */
export async function lockRecipient(db: Db, address: Address): Promise<void> {
  await db
    .select({ address: watched.address })
    .from(watched)
    .where(eq(watched.address, address))
    .for('update')
}

/** The subset of these signatures that already count for a payment of this wallet. */
export async function countedSignatures(
  db: Db,
  recipient: Address,
  signatures: string[],
): Promise<Set<string>> {
  if (signatures.length === 0) return new Set()
  const rows = await db
    .select({ signature: receipts.signature })
    .from(receipts)
    .where(and(eq(receipts.recipient, recipient), inArray(receipts.signature, signatures)))
  return new Set(rows.map(({ signature }) => signature))
}

/** Payments that are collected in this wallet and named by these accounts, oldest first. */
export async function listByReferences(
  db: Db,
  recipient: Address,
  accounts: Address[],
): Promise<PaymentRow[]> {
  if (accounts.length === 0) return []
  return db
    .select()
    .from(payments)
    .where(and(inArray(payments.reference, accounts), eq(payments.walletAddress, recipient)))
    .orderBy(asc(payments.id))
}

export type OpenLink = Pick<PaymentRow, 'id' | 'reference' | 'expiresAt'>

/** `expiredSince`: those that have expired since then, in place of the pending ones. */
type Quoted = { after: OpenLink | null; limit: number; expiredSince?: Date }

/** Links of this wallet that somebody has asked a quote for, after this one by the time of their end. */
export async function quotedAfter(
  db: Db,
  recipient: Address,
  { after, limit, expiredSince }: Quoted,
): Promise<OpenLink[]> {
  return db
    .select({ id: payments.id, reference: payments.reference, expiresAt: payments.expiresAt })
    .from(payments)
    .where(
      and(
        eq(payments.walletAddress, recipient),
        expiredSince === undefined
          ? eq(payments.status, 'pending')
          : and(eq(payments.status, 'expired'), gt(payments.expiresAt, expiredSince)),
        after === null
          ? undefined
          : sql`(expires_at, id) > (${after.expiresAt.toISOString()}::timestamptz, ${after.id})`,
        sql`exists (select from payment_quotes q where q.payment_id = payments.id)`,
      ),
    )
    .orderBy(asc(payments.expiresAt), asc(payments.id))
    .limit(limit)
}

/** False: all of them are there already. */
export async function insertReceipts(db: Db, rows: NewReceipt[]): Promise<boolean> {
  const inserted = await db.insert(receipts).values(rows).onConflictDoNothing().returning({ id: receipts.id })
  return inserted.length > 0
}

/**
 * Not final yet, or not priced yet: those that arrive, oldest first, and then by chance where they are more: what has no price
 * and what is unseen may stay so for ever, and neither keeps the other from its turn.
 */
export async function listUnsettled(db: Db, recipient: Address, limit: number): Promise<ReceiptRow[]> {
  return db
    .select()
    .from(receipts)
    .where(
      and(
        eq(receipts.recipient, recipient),
        or(
          eq(receipts.state, 'arriving'),
          eq(receipts.state, 'unseen'),
          and(eq(receipts.state, 'final'), sql`unpriced`),
        ),
      ),
    )
    .orderBy(sql`state <> 'arriving'`, sql`case when state = 'arriving' then id else random() end`)
    .limit(limit)
}

/** In the caller's transaction: until it ends nobody else settles it. */
export async function lockReceipt(db: Db, id: number): Promise<ReceiptRow | undefined> {
  const [row] = await db.select().from(receipts).where(eq(receipts.id, id)).for('update')
  return row
}

export async function saveReceipt(db: Db, id: number, change: Partial<NewReceipt>): Promise<void> {
  await db.update(receipts).set(change).where(eq(receipts.id, id))
}

export async function deleteReceipt(db: Db, id: number): Promise<void> {
  await db.delete(receipts).where(eq(receipts.id, id))
}

export async function countReceipts(db: Db, paymentId: number): Promise<number> {
  return db.$count(receipts, eq(receipts.paymentId, paymentId))
}

export async function hasReceipts(db: Db, paymentId: number): Promise<boolean> {
  const rows = await db
    .select({ id: receipts.id })
    .from(receipts)
    .where(eq(receipts.paymentId, paymentId))
    .limit(1)
  return rows.length > 0
}

/** The newest quote that was made by then; else the first one that was ever made, if it was made until then. */
export async function findQuoteBefore(
  db: Db,
  paymentId: number,
  { by, until }: { by: Date; until: Date },
): Promise<QuoteRow | undefined> {
  const [newest] = await db
    .select()
    .from(quotes)
    .where(and(eq(quotes.paymentId, paymentId), lte(quotes.madeAt, by)))
    .orderBy(desc(quotes.madeAt), desc(quotes.id))
    .limit(1)
  if (newest) return newest
  const [first] = await db
    .select()
    .from(quotes)
    .where(and(eq(quotes.paymentId, paymentId), lte(quotes.madeAt, until)))
    .orderBy(asc(quotes.madeAt), asc(quotes.id))
    .limit(1)
  return first
}

/** The newest quote of exactly this amount that was made after `by` and until then. */
export async function quoteOfAmount(
  db: Db,
  paymentId: number,
  { lamports, by, until }: { lamports: bigint; by: Date; until: Date },
): Promise<QuoteRow | undefined> {
  const [quote] = await db
    .select()
    .from(quotes)
    .where(
      and(
        eq(quotes.paymentId, paymentId),
        gt(quotes.madeAt, by),
        lte(quotes.madeAt, until),
        eq(quotes.lamports, lamports),
      ),
    )
    .orderBy(desc(quotes.madeAt), desc(quotes.id))
    .limit(1)
  return quote
}

/** Counts lamports at this quote. */
export async function countAtQuote(db: Db, id: number, lamports: bigint): Promise<void> {
  await db
    .update(quotes)
    .set({ received: sql`${quotes.received} + ${lamports.toString()}::numeric` })
    .where(eq(quotes.id, id))
}

/**
 * Pending ones whose time was over by then, and for which nothing is on its way or waits for its price. What was sent in
 * time and cannot be seen any more is waited for, for a day.
 */
export async function listOverdue(
  db: Db,
  recipient: Address,
  { by, limit }: { by: Date; limit: number },
): Promise<number[]> {
  const rows = await db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.walletAddress, recipient),
        eq(payments.status, 'pending'),
        lte(payments.expiresAt, by),
        sql`not exists (select from payment_receipts r where r.payment_id = payments.id
          and ((r.state in ('arriving', 'unseen') and r.at + interval '15 seconds' <= payments.expires_at
              and (r.state = 'arriving' or payments.expires_at > ${by.toISOString()}::timestamptz - interval '1 day'))
            or (r.state = 'final' and r.unpriced and not r.late)))`,
      ),
    )
    .orderBy(asc(payments.expiresAt))
    .limit(limit)
  return rows.map(({ id }) => id)
}
