import { and, asc, count, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { payments } from '../payments.tables.ts'
import { paymentMails as mails } from './mails.tables.ts'

export type MailRow = typeof mails.$inferSelect

/** null: the payer named no address. */
export async function findPayerEmail(db: Db, paymentId: number): Promise<string | null> {
  const [row] = await db.select({ to: payments.payerEmail }).from(payments).where(eq(payments.id, paymentId))
  return row?.to || null
}

/** How many of this kind were written since. In a transaction of the caller: nobody else adds one until it ends. */
export async function lockAndCount(
  db: Db,
  { userId, kind, since }: { userId: number; kind: MailRow['kind']; since: Date },
): Promise<number> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext(${`mails:${kind}:${userId}`}))`)
  const [row] = await db
    .select({ n: count() })
    .from(mails)
    .where(and(eq(mails.userId, userId), eq(mails.kind, kind), gt(mails.createdAt, since)))
  return row?.n ?? 0
}

/** null: there is one for this payment. */
export async function insertMail(db: Db, row: typeof mails.$inferInsert): Promise<number | null> {
  const [inserted] = await db.insert(mails).values(row).onConflictDoNothing().returning({ id: mails.id })
  return inserted?.id ?? null
}

export async function findMail(db: Db, id: number): Promise<MailRow | undefined> {
  const [row] = await db.select().from(mails).where(eq(mails.id, id))
  return row
}

export async function markSent(db: Db, id: number, at: Date): Promise<void> {
  await db.update(mails).set({ sentAt: at }).where(eq(mails.id, id))
}

/** The oldest that no server has taken yet, written between these times. */
export async function listUnsent(db: Db, from: Date, before: Date, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: mails.id })
    .from(mails)
    .where(and(isNull(mails.sentAt), gt(mails.createdAt, from), lt(mails.createdAt, before)))
    .orderBy(asc(mails.createdAt))
    .limit(limit)
  return rows.map(({ id }) => id)
}
