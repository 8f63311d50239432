import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { paymentLines as lines } from '../payments.tables.ts'

export type NewLine = typeof lines.$inferInsert

export async function insertLines(db: Db, rows: NewLine[]): Promise<void> {
  await db.insert(lines).values(rows)
}

export async function deleteLines(db: Db, paymentId: number): Promise<void> {
  await db.delete(lines).where(eq(lines.paymentId, paymentId))
}

/** Whether one of them was ever executed. */
export async function wereExecuted(db: Db, paymentId: number): Promise<boolean> {
  const rows = await db
    .select({ id: lines.id })
    .from(lines)
    .where(and(eq(lines.paymentId, paymentId), isNotNull(lines.operationId)))
    .limit(1)
  return rows.length > 0
}

/** Lamports of all lines. */
export async function sumPlanned(db: Db, paymentId: number): Promise<bigint> {
  const { rows } = (await db.execute(sql`
    select coalesce(sum(amount), 0)::text as sum from payment_lines where payment_id = ${paymentId}`)) as {
    rows: { sum: string }[]
  }
  return BigInt(rows[0]?.sum ?? 0)
}

/** Nothing executes it: nothing ever did, or the last operation has ended and its transfer failed. */
const FREE = sql`(l.operation_id is null or exists (
  select from operations o join transfers f on f.operation_id = o.id and f.position = l.transfer_position
  where o.id = l.operation_id and o.status in ('completed', 'partial', 'failed') and f.status = 'failed'))`

/** Sums planned lines that nothing executes, in lamports by the address of the wallet that is to pay them. */
export async function sumOpenLines(db: Db, userId: number): Promise<Map<string, bigint>> {
  const { rows } = (await db.execute(sql`
    select p.wallet_address as address, sum(l.amount)::text as sum
    from payments p join payment_lines l on l.payment_id = p.id
    where p.user_id = ${userId} and p.planned_at is not null and p.distributed_at is null and ${FREE}
    group by p.wallet_address`)) as { rows: { address: string; sum: string }[] }
  return new Map(rows.map(({ address, sum }) => [address, BigInt(sum)]))
}

/** The payments with lines of this wallet that nothing executes: the number of those lines and their sum. */
export async function listOpenPlans(
  db: Db,
  userId: number,
  walletAddress: string,
): Promise<{ lines: number; lamports: bigint }[]> {
  const { rows } = (await db.execute(sql`
    select count(*)::int as lines, sum(l.amount)::text as sum
    from payments p join payment_lines l on l.payment_id = p.id
    where p.user_id = ${userId} and p.wallet_address = ${walletAddress}
      and p.planned_at is not null and p.distributed_at is null and ${FREE}
    group by p.id`)) as { rows: { lines: number; sum: string }[] }
  return rows.map(({ lines: count, sum }) => ({ lines: count, lamports: BigInt(sum) }))
}

/**
 * These lines, in the order of the operation's transfers, are executed by it from now on: where none executes them, or the
 * last one has ended and their transfer failed. Answers how many.
 */
export async function claimLines(db: Db, operationId: string, ids: number[]): Promise<number> {
  const { rows } = (await db.execute(sql`
    update payment_lines l set operation_id = ${operationId}::uuid, transfer_position = v.place - 1
    from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) with ordinality as v(id, place)
    where l.id = v.id::bigint and ${FREE}
    returning l.id`)) as { rows: unknown[] }
  return rows.length
}

/**
 * Lines that nothing executes, and that this operation has transfers for: it is what executes them, with the amounts that
 * it pays, whatever is planned since.
 */
export async function adoptLines(db: Db, paymentId: number, operationId: string): Promise<void> {
  await db.execute(sql`
    update payment_lines l set operation_id = t.operation_id, transfer_position = t.position,
      amount = case when t.status = 'failed' then l.amount else t.amount end
    from transfers t
    where l.payment_id = ${paymentId} and t.operation_id = ${operationId}::uuid
      and t.destination = l.wallet_address and ${FREE}`)
}

/** Payments with lines that this operation executes, and whether all of their lines are paid. */
export async function listExecuted(
  db: Db,
  operationId: string,
): Promise<{ paymentId: number; allPaid: boolean }[]> {
  const { rows } = (await db.execute(sql`
    select l.payment_id as id, bool_and(t.status is not distinct from 'confirmed') as all_paid
    from payment_lines l left join transfers t
      on t.operation_id = l.operation_id and t.position = l.transfer_position
    where l.payment_id in (select payment_id from payment_lines where operation_id = ${operationId}::uuid)
    group by l.payment_id`)) as { rows: { id: string | number; all_paid: boolean }[] }
  return rows.map((row) => ({ paymentId: Number(row.id), allPaid: row.all_paid }))
}
