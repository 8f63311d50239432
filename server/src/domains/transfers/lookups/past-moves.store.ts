/** Reads earlier movements by operations of one type, for features that begin them by themselves. */
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { ALL } from '../records/operations.store.ts'
import { type TransferRow } from '../records/transfers.store.ts'
import { byType } from '../transfers.tables.ts'

export type OperationsOfType = { userId: number; type: string }
export type PastMove = Omit<TransferRow, 'walletId' | 'mint'> & { createdAt: Date; request: unknown }

type Raw = Omit<PastMove, 'amount' | 'createdAt'> & { amount: string; createdAt: string | Date }

const OPEN = sql`o.status in ('pending', 'running', 'resolving')`
const AT = byType(sql`o.created_at`)
/** Selects by the index of types, which has their statuses before their times. */
const ofLastDay = ({ userId, type }: OperationsOfType) => sql`o.user_id = ${userId} and o.type = ${type}
  and o.status = any(${sql.param(ALL)}::text[]) and ${AT} > (now() - interval '1 day') at time zone 'UTC'`

const list = async <T>(db: Db, query: SQL): Promise<T[]> => ((await db.execute(query)) as { rows: T[] }).rows

/** See `PastMoves`. */
export async function hasLandedAfter(db: Db, which: OperationsOfType, slot: bigint): Promise<boolean> {
  const rows = await list(
    db,
    sql`
    select from operations o join transactions x on x.operation_id = o.id
    where ${ofLastDay(which)}
      and (${OPEN} or o.updated_at > now() - interval '10 minutes') and x.slot > ${slot.toString()}::numeric
    limit 1`,
  )
  return rows.length > 0
}

/** Sums the base units that these operations have moved or still may move. */
export async function sumUnfailed(db: Db, operationIds: string[]): Promise<bigint> {
  const [row] = await list<{ sum: string }>(
    db,
    sql`
    select coalesce(sum(amount), 0)::text as sum from transfers
    where status <> 'failed'
      and operation_id in (
        select value::uuid from jsonb_array_elements_text(${JSON.stringify(operationIds)}::jsonb)
      )`,
  )
  return BigInt(row?.sum ?? 0)
}

/** Counts the transfers of these operations that each destination got or still may get. */
export async function countByDestination(db: Db, operationIds: string[]): Promise<Map<string, number>> {
  const rows = await list<{ destination: string; times: number }>(
    db,
    sql`
    select destination, count(*)::int as times from transfers
    where status <> 'failed'
      and operation_id in (
        select value::uuid from jsonb_array_elements_text(${JSON.stringify(operationIds)}::jsonb)
      )
    group by destination`,
  )
  return new Map(rows.map(({ destination, times }) => [destination, times]))
}

/** Lists destinations whose balance is uncertain; see `PastMoves`. */
export async function listUncertain(
  db: Db,
  { userId, type }: OperationsOfType,
  except: string | null,
): Promise<Set<string>> {
  const rows = await list<{ destination: string }>(
    db,
    sql`
    select distinct t.destination from operations o join transfers t on t.operation_id = o.id
    where o.user_id = ${userId} and ${OPEN} and (o.type = ${type} or o.status = 'resolving')
      and o.id is distinct from ${except}::uuid
      and t.mint = ${SOL_MINT} and t.status in ('pending', 'sent', 'resolving')`,
  )
  return new Set(rows.map((row) => row.destination))
}

/** Lists destinations whose last transfer failed within these minutes. */
export async function listFailedWithin(
  db: Db,
  which: OperationsOfType,
  minutes: number,
): Promise<Set<string>> {
  const rows = await list<{ destination: string }>(
    db,
    sql`
    select destination from (
      select distinct on (t.destination) t.destination, t.status
      from operations o join transfers t on t.operation_id = o.id
      where ${ofLastDay(which)}
        and o.updated_at > now() - make_interval(mins => ${minutes})
      order by t.destination, o.created_at desc
    ) last where status = 'failed'`,
  )
  return new Set(rows.map((row) => row.destination))
}

/** Lists single transfers, newest first. */
export async function listPastMoves(
  db: Db,
  { userId, type }: OperationsOfType,
  limit: number,
): Promise<PastMove[]> {
  const newest = sql`order by ${AT} desc, o.id desc`
  const rows = await list<Raw>(
    db,
    sql`
    select o.id as "operationId", t.position, t.wallet_name as "walletName", t.source, t.destination,
      t.amount::text as amount, t.status, t.signature, t.error, o.created_at as "createdAt", o.request
    from (
      select o.* from unnest(${sql.param(ALL)}::text[]) as s(status) cross join lateral (
        select o.id, o.created_at, o.request from operations o
        where o.user_id = ${userId} and o.type = ${type} and o.status = s.status
          and exists (select from transfers t where t.operation_id = o.id)
        ${newest} limit ${limit}
      ) o ${newest} limit ${limit}
    ) o join transfers t on t.operation_id = o.id
    ${newest}, t.position limit ${limit}`,
  )
  return rows.map((row) => ({
    ...row,
    amount: BigInt(row.amount),
    createdAt: new Date(row.createdAt),
  }))
}
