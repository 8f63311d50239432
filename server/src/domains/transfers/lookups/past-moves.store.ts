/** What operations of one type have moved so far, for features that begin them by themselves. */
import { SOL_MINT } from '@purser/contract/tokens.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { ALL, type TransferRow } from '../records/transfers.store.ts'
import { byType } from '../transfers.tables.ts'

export type OfType = { userId: number; type: string }
export type PastMove = Omit<TransferRow, 'walletId' | 'mint'> & { createdAt: Date; request: unknown }

type Raw = Omit<PastMove, 'amount' | 'createdAt'> & { amount: string; createdAt: string | Date }

const OPEN = sql`o.status in ('pending', 'running', 'resolving')`
const AT = byType(sql`o.created_at`)
/** By the index of types, which has their statuses before their times. */
const ofLastDay = ({ userId, type }: OfType) => sql`o.user_id = ${userId} and o.type = ${type}
  and o.status = any(${sql.param(ALL)}::text[]) and ${AT} > (now() - interval '1 day') at time zone 'UTC'`

/** With a transaction of the caller as `handle`, the answer stays true until that ends, as far as its locks reach. */
export function createHistory(db: Db) {
  const list = async <T>(query: SQL, handle: Db = db): Promise<T[]> =>
    ((await handle.execute(query)) as { rows: T[] }).rows

  return {
    /**
     * Whether any of them landed after this slot, so that a balance read there may not show it. Only of the last ten
     * minutes: a node that is further behind has no valid blockhash, and a restarted local network counts its slots
     * anew.
     */
    async landedAfter(which: OfType, slot: bigint, handle?: Db): Promise<boolean> {
      const rows = await list(
        sql`
        select from operations o join transactions x on x.operation_id = o.id
        where ${ofLastDay(which)}
          and (${OPEN} or o.updated_at > now() - interval '10 minutes') and x.slot > ${slot.toString()}::numeric
        limit 1`,
        handle,
      )
      return rows.length > 0
    },

    /** Base units that these operations have moved or still may move. */
    async unfailed(operationIds: string[], handle?: Db): Promise<bigint> {
      const [row] = await list<{ sum: string }>(
        sql`
        select coalesce(sum(amount), 0)::text as sum from transfers
        where status <> 'failed'
          and operation_id in (
            select value::uuid from jsonb_array_elements_text(${JSON.stringify(operationIds)}::jsonb)
          )`,
        handle,
      )
      return BigInt(row?.sum ?? 0)
    },

    /** How many transfers of these operations each destination got or still may get. */
    async timesOf(operationIds: string[], handle?: Db): Promise<Map<string, number>> {
      const rows = await list<{ destination: string; times: number }>(
        sql`
        select destination, count(*)::int as times from transfers
        where status <> 'failed'
          and operation_id in (
            select value::uuid from jsonb_array_elements_text(${JSON.stringify(operationIds)}::jsonb)
          )
        group by destination`,
        handle,
      )
      return new Map(rows.map(({ destination, times }) => [destination, times]))
    },

    /**
     * Destinations whose balance is uncertain: one of these operations is open, or one of another type is being
     * resolved. `except` is left out.
     */
    async inDoubt({ userId, type }: OfType, except: string | null = null, handle?: Db): Promise<Set<string>> {
      const rows = await list<{ destination: string }>(
        sql`
        select distinct t.destination from operations o join transfers t on t.operation_id = o.id
        where o.user_id = ${userId} and ${OPEN} and (o.type = ${type} or o.status = 'resolving')
          and o.id is distinct from ${except}::uuid
          and t.mint = ${SOL_MINT} and t.status in ('pending', 'sent', 'resolving')`,
        handle,
      )
      return new Set(rows.map((row) => row.destination))
    },

    /** Destinations whose last transfer failed within these minutes. */
    async failedLately(which: OfType, minutes: number): Promise<Set<string>> {
      const rows = await list<{ destination: string }>(sql`
        select destination from (
          select distinct on (t.destination) t.destination, t.status
          from operations o join transfers t on t.operation_id = o.id
          where ${ofLastDay(which)}
            and o.updated_at > now() - make_interval(mins => ${minutes})
          order by t.destination, o.created_at desc
        ) last where status = 'failed'`)
      return new Set(rows.map((row) => row.destination))
    },

    /** Single transfers, newest first. */
    async moves({ userId, type }: OfType, limit: number): Promise<PastMove[]> {
      const newest = sql`order by ${AT} desc, o.id desc`
      const rows = await list<Raw>(sql`
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
        ${newest}, t.position limit ${limit}`)
      return rows.map((row) => ({
        ...row,
        amount: BigInt(row.amount),
        createdAt: new Date(row.createdAt),
      }))
    },
  }
}
