/** Totals of an operation, from its transfers and transactions. */
import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'

type Rows<T> = { rows: T[] }

export type Totals = {
  attempts: number
  fees: bigint
  slot: bigint | null
  total: number
  confirmed: number
  failed: number
  transactions: number
  /** Base units confirmed. */
  moved: bigint
}

/** Reads the totals of an operation so far. */
export async function readTotals(db: Db, operationId: string): Promise<Totals> {
  const [spent] = (
    (await db.execute(sql`
    select coalesce(max(attempt), 0)::int as attempts, max(slot)::text as slot,
      coalesce(sum(fee) filter (where state in ('confirmed', 'failed')), 0)::text as fees,
      count(*) filter (where state = 'confirmed')::int as transactions
    from transactions where operation_id = ${operationId}::uuid`)) as Rows<{
      attempts: number
      slot: string | null
      fees: string
      transactions: number
    }>
  ).rows
  const [moved] = (
    (await db.execute(sql`
    select count(*)::int as total, count(*) filter (where status = 'confirmed')::int as confirmed,
      count(*) filter (where status = 'failed')::int as failed,
      coalesce(sum(amount) filter (where status = 'confirmed'), 0)::text as moved
    from transfers where operation_id = ${operationId}::uuid`)) as Rows<{
      total: number
      confirmed: number
      failed: number
      moved: string
    }>
  ).rows
  return {
    attempts: spent?.attempts ?? 0,
    fees: BigInt(spent?.fees ?? 0),
    slot: spent?.slot == null ? null : BigInt(spent.slot),
    transactions: spent?.transactions ?? 0,
    total: moved?.total ?? 0,
    confirmed: moved?.confirmed ?? 0,
    failed: moved?.failed ?? 0,
    moved: BigInt(moved?.moved ?? 0),
  }
}
