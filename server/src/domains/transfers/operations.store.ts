/** Operations as they are listed: newest first, with their totals. */
import { sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import type { OperationStatus } from './transfers.store.ts'

export type SummaryRow = {
  id: string
  type: string
  status: OperationStatus
  error: string | null
  createdAt: Date
  updatedAt: Date
  /** It has ended, and nothing can reopen it. */
  finalized: boolean
  total: number
  confirmed: number
  failed: number
  /** Base units confirmed of the only mint that moved; null where several did. */
  amount: bigint | null
  mint: string | null
  /** Lamports. */
  fees: bigint
}
export type OperationFilter = {
  type?: string | undefined
  status?: string | undefined
  wallet?: string | undefined
  /** Only those before this one. */
  before?: { createdAt: Date; id: string } | undefined
  limit: number
}

type Raw = Omit<SummaryRow, 'createdAt' | 'updatedAt' | 'amount' | 'fees'> & {
  created_at: string | Date
  updated_at: string | Date
  amount: string | null
  fees: string
}

const toRow = ({ created_at, updated_at, amount, fees, ...rest }: Raw): SummaryRow => ({
  ...rest,
  createdAt: new Date(created_at),
  updatedAt: new Date(updated_at),
  amount: amount === null ? null : BigInt(amount),
  fees: BigInt(fees),
})

async function read(db: Db, where: ReturnType<typeof sql>, limit: number): Promise<SummaryRow[]> {
  const { rows } = (await db.execute(sql`
    select o.id, o.type, o.status, o.error, o.created_at, o.updated_at,
      o.finalized_at is not null as finalized,
      m.total, m.confirmed, m.failed, m.amount, m.mint, coalesce(x.fees, 0)::text as fees
    from (
      select id, type, status, error, created_at, updated_at, finalized_at from operations o
      where ${where} order by date_trunc('milliseconds', created_at) desc, id desc limit ${limit}
    ) o
    left join lateral (
      select count(*)::int as total, count(*) filter (where status = 'confirmed')::int as confirmed,
        count(*) filter (where status = 'failed')::int as failed,
        case when min(mint) = max(mint)
          then coalesce(sum(amount) filter (where status = 'confirmed'), 0)::text end as amount,
        case when min(mint) = max(mint) then min(mint) end as mint
      from transfers where operation_id = o.id
    ) m on true
    left join lateral (
      select sum(fee) filter (where state in ('confirmed', 'failed')) as fees
      from transactions where operation_id = o.id
    ) x on true
    order by date_trunc('milliseconds', o.created_at) desc, o.id desc`)) as { rows: Raw[] }
  return rows.map(toRow)
}

export async function listOperations(db: Db, userId: number, filter: OperationFilter): Promise<SummaryRow[]> {
  const { type, status, wallet, before, limit } = filter
  const conditions = [sql`o.user_id = ${userId}`]
  if (type !== undefined) conditions.push(sql`o.type = ${type}`)
  if (status !== undefined) conditions.push(sql`o.status = ${status}`)
  if (wallet !== undefined)
    conditions.push(
      sql`exists (select 1 from transfers t where t.operation_id = o.id and ${wallet} in (t.source, t.destination))`,
    )
  if (before !== undefined)
    conditions.push(
      sql`(date_trunc('milliseconds', o.created_at), o.id) < (${before.createdAt.toISOString()}::timestamptz, ${before.id}::uuid)`,
    )
  return read(db, sql.join(conditions, sql` and `), limit)
}

export async function findSummary(db: Db, userId: number, id: string): Promise<SummaryRow | null> {
  const [row] = await read(db, sql`o.user_id = ${userId} and o.id = ${id}::uuid`, 1)
  return row ?? null
}
