/** The rows of the files for accounting, in portions whose cost does not grow with the history before them. */
import { and, asc, eq, gt, gte, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { failedRefund, type PaymentRow } from '../payments.store.ts'
import { paymentReceipts as receipts, payments } from '../payments.tables.ts'

/** Bounds on the creation time of payments; `until` is exclusive. */
export type Span = { from?: Date | undefined; until?: Date | undefined }
export type ExportedReceipt = typeof receipts.$inferSelect & { refunded: bigint }
/** null: nothing has arrived for it. */
export type PaidRow = { payment: PaymentRow; receipt: ExportedReceipt | null }
/** The last row of the portion before. */
export type Place = { paymentId: number; receiptId: number }

const within = (userId: number, { from, until }: Span): SQL | undefined =>
  and(
    eq(payments.userId, userId),
    from && gte(payments.createdAt, from),
    until && lt(payments.createdAt, until),
  )

const refunded = sql<string>`(select coalesce(sum(f.amount), 0) from payment_refunds f
  where f.receipt_id = ${receipts.id} and not ${sql.raw(failedRefund('f'))})::text`

/** Payments with their receipts, oldest first. */
export async function listPaid(
  db: Db,
  userId: number,
  { after, limit, ...span }: Span & { after: Place; limit: number },
): Promise<PaidRow[]> {
  const rows = await db
    .select({ payment: payments, receipt: receipts, refunded })
    .from(payments)
    .leftJoin(receipts, eq(receipts.paymentId, payments.id))
    .where(
      and(
        within(userId, span),
        gte(payments.id, after.paymentId),
        or(gt(payments.id, after.paymentId), gt(receipts.id, after.receiptId)),
      ),
    )
    .orderBy(asc(payments.id), asc(receipts.id))
    .limit(limit)
  return rows.map((row) => ({
    payment: row.payment,
    receipt: row.receipt && { ...row.receipt, refunded: BigInt(row.refunded) },
  }))
}

/** Payments that have lines or refunds, oldest first. */
export async function listSpent(
  db: Db,
  userId: number,
  { after, limit, ...span }: Span & { after: number; limit: number },
): Promise<PaymentRow[]> {
  return db
    .select()
    .from(payments)
    .where(
      and(
        within(userId, span),
        gt(payments.id, after),
        sql`(${payments.plannedAt} is not null
          or exists (select from payment_refunds f where f.payment_id = ${payments.id}))`,
      ),
    )
    .orderBy(asc(payments.id))
    .limit(limit)
}
