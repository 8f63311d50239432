import { randomUUID } from 'node:crypto'
import { and, asc, between, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { marketImpacts } from '../simulated.tables.ts'
import type { Digest, SettledTrade } from './impact-sum.ts'

export type ImpactRow = typeof marketImpacts.$inferInsert
export type Impact = Pick<typeof marketImpacts.$inferSelect, 'ppb' | 'at'>

/** Inserts the impacts of a swap, once for each operation. False: they were there. */
export async function saveImpacts(db: Db, rows: ImpactRow[]): Promise<boolean> {
  // The two databases name the count differently.
  const done = (await db.insert(marketImpacts).values(rows).onConflictDoNothing()) as
    | { rowCount?: number | null; affectedRows?: number }
    | undefined
  return (done?.rowCount ?? done?.affectedRows ?? rows.length) > 0
}

/** No operation has such an id. */
const DROPS = '00000000-0000-0000-'
/**
 * Whether the row only says that older ones of its mint were taken back: a process that counted them reads all anew.
 */
export const isDrop = ({ operationId }: Pick<SettledTrade, 'operationId'>): boolean =>
  operationId.startsWith(DROPS)

/**
 * Leaves a row without effect, with this time, in their place. Returns the mints on which the operation had an impact.
 */
export async function deleteImpacts(db: Db, operationId: string, now: Date): Promise<string[]> {
  const drop = DROPS + randomUUID().slice(DROPS.length)
  const { rows } = (await db.execute(sql`
    with gone as (
      delete from ${marketImpacts} where ${marketImpacts.operationId} = ${operationId}::uuid returning mint
    )
    insert into market_impacts (operation_id, mint, ppb, at)
    select ${drop}::uuid, mint, 0, ${now.toISOString()}::timestamptz from gone returning mint`)) as {
    rows: { mint: string }[]
  }
  return rows.map(({ mint }) => mint)
}

/** Milliseconds: rows after `after`; those up to `cut` are summed, and those from then up to `until` are listed. */
export type Span = { mint: string; after: number; cut: number; until: number; halfLifeMs: number }

const time = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`
const toMs = (at: unknown) => sql`(extract(epoch from ${at}) * 1000)::float8`

/** `sum`: decayed to the time of the cut. */
export async function readImpacts(
  db: Db,
  { mint, after, cut, until, halfLifeMs }: Span,
): Promise<{ sum: number; latest: SettledTrade[] }> {
  const { operationId, ppb, at } = marketImpacts
  const { rows } = (await db.execute(sql`
    select null as operation_id,
      coalesce(
        sum(${ppb} * power(2::float8, (${toMs(at)} - ${cut}::float8) / ${halfLifeMs}::float8)), 0
      )::float8 as ppb,
      0::float8 as at
    from ${marketImpacts}
    where ${marketImpacts.mint} = ${mint} and ${at} > ${time(after)} and ${at} <= ${time(cut)}
    union all
    select ${operationId}::text, ${ppb}::float8, ${toMs(at)} from ${marketImpacts}
    where ${marketImpacts.mint} = ${mint} and ${at} > ${time(cut)} and ${at} <= ${time(until)}`)) as {
    rows: { operation_id: string | null; ppb: number; at: number }[]
  }
  const latest: SettledTrade[] = []
  let sum = 0
  for (const row of rows)
    if (row.operation_id === null) sum = Number(row.ppb)
    else latest.push({ operationId: row.operation_id, ppb: Number(row.ppb), at: Math.round(Number(row.at)) })
  return { sum, latest }
}

/** For each mint, the digest of the impacts after its `after`, up to `until`. */
export async function digestImpacts(
  db: Db,
  spans: Pick<Span, 'mint' | 'after' | 'until'>[],
): Promise<Map<string, Digest>> {
  const { ppb, at } = marketImpacts
  const list = spans.map(({ mint, after, until }) => ({
    mint,
    since: new Date(after).toISOString(),
    until: new Date(until).toISOString(),
  }))
  const { rows } = (await db.execute(sql`
    select v.mint, d.*
    from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as v(mint text, since timestamptz, until timestamptz)
    cross join lateral (
      -- A subquery each: joined as a whole, all of them are read.
      select count(*)::int as count, coalesce(sum(${ppb}), 0)::text as ppb,
        coalesce(sum((extract(epoch from ${at}) * 1000)::int8), 0)::text as times
      from ${marketImpacts}
      where ${marketImpacts.mint} = v.mint and ${at} > v.since and ${at} <= v.until
    ) d`)) as { rows: { mint: string; count: number; ppb: string; times: string }[] }
  return new Map(
    rows.map((row) => [row.mint, { count: row.count, ppb: BigInt(row.ppb), times: BigInt(row.times) }]),
  )
}

/** Oldest first. */
export async function impactsBetween(db: Db, mint: string, from: Date, to: Date): Promise<Impact[]> {
  return db
    .select({ ppb: marketImpacts.ppb, at: marketImpacts.at })
    .from(marketImpacts)
    .where(and(eq(marketImpacts.mint, mint), between(marketImpacts.at, from, to)))
    .orderBy(asc(marketImpacts.at))
}

export async function deleteImpactsAfter(db: Db, after: Date): Promise<void> {
  await db.delete(marketImpacts).where(gt(marketImpacts.at, after))
}

const SWEPT_AT_ONCE = 5_000

/**
 * Deletes impacts before `before`, and those of a market that ran ahead: after `real`, and before `faded`; in bounded
 * portions.
 */
export async function sweepImpacts(
  db: Db,
  { before, real, faded }: { before: Date; real: Date; faded: Date },
): Promise<void> {
  const { operationId, mint, at } = marketImpacts
  const old = sql`${at} < ${before.toISOString()}::timestamptz`
  const ranAhead = sql`${at} > ${real.toISOString()}::timestamptz and ${at} < ${faded.toISOString()}::timestamptz`
  for (const which of [old, ranAhead])
    for (;;) {
      const chosen = db.select({ operationId, mint }).from(marketImpacts).where(which).limit(SWEPT_AT_ONCE)
      const gone = await db
        .delete(marketImpacts)
        .where(sql`(${operationId}, ${mint}) in ${chosen}`)
        .returning({ operationId })
      if (gone.length < SWEPT_AT_ONCE) break
    }
}
