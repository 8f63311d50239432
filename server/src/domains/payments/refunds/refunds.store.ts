/** Refunds of receipts. One whose operation has ended without paying counts as none. */
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import type { Db } from '../../../db/client.ts'
import { paymentReceipts as receipts, paymentRefunds as refunds } from '../payments.tables.ts'
import type { ReceiptRow } from '../views.store.ts'
import { failedRefund } from '../payments.store.ts'

/** Lamports of a payment that were sent back, or are on their way. */
export async function sumRefunded(db: Db, paymentId: number): Promise<bigint> {
  const { rows } = (await db.execute(sql`
    select coalesce(sum(f.amount + f.withheld), 0)::text as sum from payment_refunds f
    where f.payment_id = ${paymentId} and f.mint = ${SOL_MINT} and not ${sql.raw(failedRefund('f'))}`)) as {
    rows: { sum: string }[]
  }
  return BigInt(rows[0]?.sum ?? 0)
}

/** Operations of refunds of this payment that have ended without paying. */
export async function listFailed(db: Db, paymentId: number): Promise<string[]> {
  const { rows } = (await db.execute(sql`
    select f.operation_id as id from payment_refunds f
    where f.payment_id = ${paymentId} and ${sql.raw(failedRefund('f'))}`)) as { rows: { id: string }[] }
  return rows.map(({ id }) => id)
}

export type RefundRow = typeof refunds.$inferSelect
export type NewRefund = typeof refunds.$inferInsert

/** The amount of a receipt that was sent back, or is on its way back, in the token's base units. */
export async function refundedOfReceipt(db: Db, receiptId: number): Promise<bigint> {
  const { rows } = (await db.execute(sql`
    select coalesce(sum(f.amount + f.withheld), 0)::text as sum from payment_refunds f
    where f.receipt_id = ${receiptId} and not ${sql.raw(failedRefund('f'))}`)) as { rows: { sum: string }[] }
  return BigInt(rows[0]?.sum ?? 0)
}

/**
 * The credit of the parts of receipts that were sent back, or are on their way back, rounded up: for all receipts, and
 * for those that were in time.
 */
export async function sumRefundedUsd(db: Db, paymentId: number): Promise<{ all: bigint; inTime: bigint }> {
  const { rows } = (await db.execute(sql`
    select coalesce(sum(part), 0)::text as all, coalesce(sum(part) filter (where not late), 0)::text as in_time
    from (select r.late, ceil(r.credited_usd * sum(f.amount + f.withheld) / r.amount) as part
      from payment_refunds f join payment_receipts r on r.id = f.receipt_id
      where f.payment_id = ${paymentId} and r.credited_usd is not null and not ${sql.raw(failedRefund('f'))}
      group by r.id) parts`)) as { rows: { all: string; in_time: string }[] }
  return { all: BigInt(rows[0]?.all ?? 0), inTime: BigInt(rows[0]?.in_time ?? 0) }
}

/** Final receipts in SOL, with the number of the last refund of each. */
export async function listRefundable(
  db: Db,
  paymentId: number,
  limit: number,
): Promise<{ receipt: ReceiptRow; number: number }[]> {
  const number = sql<number>`coalesce((select max(f.number) from payment_refunds f
    where f.receipt_id = ${receipts.id}), 0)`.mapWith(Number)
  return db
    .select({ receipt: receipts, number })
    .from(receipts)
    .where(and(eq(receipts.paymentId, paymentId), eq(receipts.state, 'final'), eq(receipts.mint, SOL_MINT)))
    .orderBy(desc(receipts.amount))
    .limit(limit)
}

export async function findReceipt(db: Db, paymentId: number, id: number): Promise<ReceiptRow | undefined> {
  const [row] = await db
    .select()
    .from(receipts)
    .where(and(eq(receipts.paymentId, paymentId), eq(receipts.id, id)))
  return row
}

/** The number of the last refund of a receipt, failed ones included; 0: none. */
export async function lastNumber(db: Db, receiptId: number): Promise<number> {
  const [row] = await db
    .select({ number: refunds.number })
    .from(refunds)
    .where(eq(refunds.receiptId, receiptId))
    .orderBy(desc(refunds.number))
    .limit(1)
  return row?.number ?? 0
}

export async function findRequested(db: Db, requestKey: string): Promise<RefundRow | undefined> {
  const [row] = await db.select().from(refunds).where(eq(refunds.requestKey, requestKey))
  return row
}

export async function findByOperation(db: Db, operationId: string): Promise<RefundRow | undefined> {
  const [row] = await db.select().from(refunds).where(eq(refunds.operationId, operationId))
  return row
}

export async function insertRefund(db: Db, row: NewRefund): Promise<void> {
  await db.insert(refunds).values(row)
}

/** False: its end was recorded already. */
export async function saveEnd(db: Db, operationId: string, endedAt: Date): Promise<boolean> {
  const rows = await db
    .update(refunds)
    .set({ endedAt })
    .where(and(eq(refunds.operationId, operationId), isNull(refunds.endedAt)))
    .returning({ id: refunds.id })
  return rows.length > 0
}
