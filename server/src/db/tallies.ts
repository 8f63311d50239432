/**
 * Finds the owners of a table with more rows than are kept for each: from the rows written since the last time, so that
 * the cost does not grow with the table. Only the first time, and after a long pause, it reads all owners.
 */
import { type SQLWrapper, sql } from 'drizzle-orm'
import { toChunks } from '../kernel/chunks.ts'
import type { Db } from './client.ts'

export type TalliesParts = {
  table: SQLWrapper
  /** The column of the owner; an index begins with it. The table's `id` grows with every row. */
  owner: SQLWrapper
  type: 'uuid' | 'bigint'
  most: number
  /** How many more are allowed after a deletion, so that few owners are counted anew each time. */
  slack: number
}
export type Tallies = ReturnType<typeof createTallies>

/** Rows since the last time: if there are more, checking each owner is cheaper. */
const MOST_NEW = 50_000
/** Rows that a statement counts, as a rule. */
const COUNTED = 250_000
const LEAST_AT_ONCE = 20

export function createTallies(db: Db, { table, owner, type, most, slack }: TalliesParts) {
  /** For each owner, the rows that it may still get before it is counted. */
  const left = new Map<string, number>()
  /** Owners that had too many when they were counted last. */
  const over = new Set<string>()
  const atOnce = Math.max(LEAST_AT_ONCE, Math.floor(COUNTED / (most + 1)))
  /** The newest id seen. One that is committed later is missed; its owner is counted with the next one. */
  let seen: number | null = null
  const read = async <T>(query: ReturnType<typeof sql>): Promise<T[]> =>
    ((await db.execute(query)) as { rows: T[] }).rows

  async function wroteSince(): Promise<{ owner: string; n: number }[]> {
    const [last] = await read<{ id: number }>(sql`select coalesce(max(id), 0)::float8 as id from ${table}`)
    const newest = last?.id ?? 0
    const from = seen
    seen = Math.max(newest, from ?? 0)
    if (from !== null && newest - from <= MOST_NEW)
      return read(sql`
        select ${owner}::text as owner, count(*)::int as n from ${table}
        where id > ${from} and id <= ${newest} group by ${owner}`)
    left.clear()
    const all = await read<{ owner: string }>(sql`
      with recursive owners as (
        (select ${owner} as owner from ${table} order by ${owner} limit 1)
        union all
        select (select ${owner} from ${table} where ${owner} > owners.owner order by ${owner} limit 1)
        from owners where owners.owner is not null
      ) select owner::text as owner from owners where owner is not null`)
    return all.map((one) => ({ ...one, n: 1 }))
  }

  /** Counts each owner's rows up to one more than are kept. */
  const count = (owners: string[]): Promise<{ owner: string; n: number }[]> =>
    read(sql`
      select o.owner::text as owner, (
        select count(*)::int from (
          select from ${table} where ${owner} = o.owner limit ${most + 1}::int) counted) as n
      from unnest(${sql.param(owners)}::${sql.raw(type)}[]) as o(owner)`)

  return {
    /** Owners that have written since the last time, and those that have too many rows. */
    async next(): Promise<{ wrote: string[]; over: string[] }> {
      const wrote = await wroteSince()
      const due = new Set(over)
      for (const one of wrote) {
        const rest = (left.get(one.owner) ?? 0) - one.n
        if (rest < 0) due.add(one.owner)
        else left.set(one.owner, rest)
      }
      for (const some of toChunks([...due], atOnce))
        for (const { owner: one, n } of await count(some)) {
          if (n > most) over.add(one)
          else {
            over.delete(one)
            left.set(one, most - n)
          }
        }
      return { wrote: wrote.map((one) => one.owner), over: [...over] }
    },

    /** The surplus of this owner is deleted. Until then it is named again. */
    removed(one: string): void {
      over.delete(one)
      left.set(one, slack)
    },
  }
}

/** The newest surplus row; null: there is none any more. */
export async function newestBeyond(
  db: Db,
  { table, owner, most }: Omit<TalliesParts, 'slack' | 'type'>,
  one: string,
): Promise<number | null> {
  const { rows } = (await db.execute(sql`
    select id::float8 as id from ${table} where ${owner} = ${one}
    order by id desc offset ${most}::int limit 1`)) as { rows: { id: number }[] }
  return rows[0]?.id ?? null
}
