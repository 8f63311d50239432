import { and, desc, eq, gt, inArray, lt, sql, type SQL } from 'drizzle-orm'
import type { PaymentCounts } from '@purser/contract/payments/payments.ts'
import type { Address } from '@solana/kit'
import type { Db } from '../../db/client.ts'
import { startRound } from '../../db/portions.ts'
import { paymentQuotes as quotes, payments, paymentSettings as settings } from './payments.tables.ts'

export type PaymentRow = typeof payments.$inferSelect
export type QuoteRow = typeof quotes.$inferSelect
export type SettingsRow = typeof settings.$inferSelect

export async function readSettings(db: Db, userId: number): Promise<SettingsRow | undefined> {
  const [row] = await db.select().from(settings).where(eq(settings.userId, userId))
  return row
}

/** In the caller's transaction: until it ends nobody else makes the wallet of this user. */
export async function lockSettings(db: Db, userId: number): Promise<SettingsRow> {
  await db.insert(settings).values({ userId }).onConflictDoNothing()
  const [row] = await db.select().from(settings).where(eq(settings.userId, userId)).for('update')
  if (!row) throw new Error('settings that were just written are not there')
  return row
}

export async function saveSettings(
  db: Db,
  userId: number,
  change: Partial<Pick<SettingsRow, 'tolerance' | 'walletId'>>,
): Promise<void> {
  await db
    .insert(settings)
    .values({ userId, ...change })
    .onConflictDoUpdate({ target: settings.userId, set: change })
}

export async function countPending(db: Db, userId: number): Promise<number> {
  return db.$count(payments, and(eq(payments.userId, userId), eq(payments.status, 'pending')))
}

export async function insertPayment(db: Db, row: typeof payments.$inferInsert): Promise<PaymentRow> {
  const [inserted] = await db.insert(payments).values(row).returning()
  if (!inserted) throw new Error('a payment that was just written is not there')
  return inserted
}

export async function findPayment(db: Db, userId: number, id: number): Promise<PaymentRow | undefined> {
  const [row] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.userId, userId), eq(payments.id, id)))
  return row
}

/** The ids of payments by reference. Any text may be passed as a reference. */
export async function findIds(db: Db, userId: number, references: string[]): Promise<Map<string, number>> {
  if (references.length === 0) return new Map()
  const rows = await db
    .select({ id: payments.id, reference: payments.reference })
    .from(payments)
    .where(and(eq(payments.userId, userId), inArray(payments.reference, references as Address[])))
  return new Map(rows.map(({ id, reference }) => [reference as string, id]))
}

/** In the caller's transaction: until it ends nobody else changes it. */
export async function lockPayment(db: Db, id: number): Promise<PaymentRow | undefined> {
  const [row] = await db.select().from(payments).where(eq(payments.id, id)).for('update')
  return row
}

export async function findByReference(db: Db, reference: string): Promise<PaymentRow | undefined> {
  const [row] = await db
    .select()
    .from(payments)
    .where(eq(payments.reference, reference as PaymentRow['reference']))
  return row
}

/**
 * Saves a change of what is shown, and so raises the revision. `negligible`: decisions about what was shown before
 * still stand.
 */
export async function savePayment(
  db: Db,
  id: number,
  change: Partial<typeof payments.$inferInsert>,
  { negligible = false }: { negligible?: boolean } = {},
): Promise<PaymentRow> {
  const revision = sql`${payments.revision} + 1`
  const [row] = await db
    .update(payments)
    .set({ ...change, revision, ...(negligible ? {} : { decidableFrom: revision }) })
    .where(eq(payments.id, id))
    .returning()
  if (!row) throw new Error('a payment that was locked is not there')
  return row
}

export async function listByIds(db: Db, ids: number[]): Promise<PaymentRow[]> {
  return ids.length === 0 ? [] : db.select().from(payments).where(inArray(payments.id, ids))
}

type Filter = { before?: number | undefined; limit: number; search?: string | undefined }
type PendingState = 'pending' | 'paid' | 'expired' | 'attention'
export type UnapprovedFilter = Filter & { state?: PendingState | undefined }
export type ApprovedFilter = Filter & { distribution?: 'open' | 'completed' | undefined }

/** Part of the reference, the e-mail address or the name of the payer, or an id. */
function matches(search: string | undefined): SQL | undefined {
  const text = search?.trim()
  if (!text) return undefined
  const part = `%${text.replace(/[\\%_]/g, (c) => `\\${c}`)}%`
  const isId = /^#?[1-9]\d{0,14}$/.test(text)
    ? sql`${payments.id} = ${Number(text.replace('#', ''))}`
    : sql`false`
  return sql`(${payments.reference} ilike ${part} or ${payments.payerEmail} ilike ${part}
    or ${payments.payerName} ilike ${part} or ${isId})`
}

/** Something has arrived for it that is not refunded, or was seen and is looked for: neither accepted, or it would not be expired. */
const attention = sql`(status = 'expired' and received and exists (
  select from payment_receipts r
  where r.payment_id = payments.id and (r.state = 'unseen' or r.state = 'final' and r.amount > (
    select coalesce(sum(f.amount + f.withheld), 0) from payment_refunds f
    where f.receipt_id = r.id and not ${sql.raw(failedRefund('f'))}))))`

/** SQL: the operation of this refund has ended without paying. */
export function failedRefund(alias: string): string {
  return `exists (select from operations o join transfers t on t.operation_id = o.id
    where o.id = ${alias}.operation_id and o.status in ('completed', 'partial', 'failed') and t.status = 'failed')`
}

const OPEN = sql`(status in ('pending', 'paid') or (status = 'expired' and received))`

/** Not approved, newest first. */
export async function listUnapproved(
  db: Db,
  userId: number,
  { before, limit, search, state }: UnapprovedFilter,
): Promise<PaymentRow[]> {
  const which =
    state === undefined
      ? sql`${OPEN} and (status <> 'expired' or ${attention})`
      : state === 'attention'
        ? sql`${OPEN} and ${attention}`
        : sql`status = ${state}`
  return db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.userId, userId),
        before === undefined ? undefined : lt(payments.id, before),
        which,
        matches(search),
      ),
    )
    .orderBy(desc(payments.id))
    .limit(limit)
}

/** By the filters of the lists. Expired and approved ones are counted in their indexes alone. */
export async function countByState(db: Db, userId: number): Promise<PaymentCounts> {
  const own = sql`from payments where user_id = ${userId} and`
  const { rows } = (await db.execute(sql`
    select count(*) filter (where status = 'pending')::int as pending,
      count(*) filter (where status = 'paid')::int as paid,
      count(*) filter (where ${attention})::int as attention,
      (select count(*)::int ${own} status = 'expired') as expired,
      (select count(*)::int ${own} status = 'approved') as approved
    ${own} ${OPEN}`)) as { rows: Omit<PaymentCounts, 'open'>[] }
  const [counts] = rows
  if (!counts) throw new Error('a count without a row')
  return { ...counts, open: counts.pending + counts.paid + counts.attention }
}

/** All lines are paid. */
const completed = sql`(planned_at is not null and not exists (
  select from payment_lines l left join transfers t
    on t.operation_id = l.operation_id and t.position = l.transfer_position
  where l.payment_id = payments.id and t.status is distinct from 'confirmed'))`

/** Newest approval first. */
export async function listApproved(
  db: Db,
  userId: number,
  { before, limit, search, distribution }: ApprovedFilter,
): Promise<PaymentRow[]> {
  const which =
    distribution === undefined ? undefined : distribution === 'completed' ? completed : sql`not ${completed}`
  return db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.userId, userId),
        eq(payments.status, 'approved'),
        before === undefined
          ? undefined
          : sql`(approved_at, id) < (select approved_at, id from payments p where p.id = ${before})`,
        which,
        matches(search),
      ),
    )
    .orderBy(desc(payments.approvedAt), desc(payments.id))
    .limit(limit)
}

export async function insertQuote(db: Db, row: typeof quotes.$inferInsert): Promise<QuoteRow> {
  const [inserted] = await db.insert(quotes).values(row).returning()
  if (!inserted) throw new Error('a quote that was just written is not there')
  return inserted
}

export async function newestQuote(db: Db, paymentId: number): Promise<QuoteRow | undefined> {
  const [row] = await db
    .select()
    .from(quotes)
    .where(eq(quotes.paymentId, paymentId))
    .orderBy(desc(quotes.madeAt), desc(quotes.id))
    .limit(1)
  return row
}

/** Whether payments are pending, wait for their approval, or have lines to be paid from this wallet. */
export async function isCollecting(db: Db, address: string): Promise<boolean> {
  const { rows } = (await db.execute(sql`
    select from payments where wallet_address = ${address} and (status in ('pending', 'paid')
      or (status = 'approved' and planned_at is not null and distributed_at is null)) limit 1`)) as {
    rows: unknown[]
  }
  return rows.length > 0
}

/** Made after `since`. */
export async function countQuotes(db: Db, paymentId: number, since: Date): Promise<number> {
  return db.$count(quotes, and(eq(quotes.paymentId, paymentId), gt(quotes.madeAt, since)))
}

/**
 * Deletes quotes that were valid until then and that nobody has paid at. The newest of a link stays, which says its rate, and
 * the first, at which a payment counts that was made before any.
 */
export function sweepQuotes(db: Db, before: Date): Promise<boolean> {
  const another = (isBeyond: SQL) =>
    sql`exists (select from payment_quotes q where q.payment_id = payment_quotes.payment_id and ${isBeyond})`
  return startRound(db).delete({
    from: quotes,
    where: and(
      lt(quotes.validUntil, before),
      eq(quotes.received, 0n),
      another(sql`q.made_at < payment_quotes.made_at`),
      another(sql`q.made_at > payment_quotes.made_at`),
    ),
    by: quotes.id,
  })
}
