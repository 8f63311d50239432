import { HOUR_MS } from '@purser/contract/time.ts'
import { and, asc, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import type { Db } from '../../../../db/client.ts'
import type { CandleRow } from './candle-answers.ts'
import { type Span, withSpan } from './candle-spans.ts'
import { candlePools, candleSeries, candles, candleSpans } from './candles.tables.ts'

export type SeriesRow = { id: number; beginsAt: number | null; spans: Span[] }

export async function findPool(db: Db, mint: string): Promise<string | null> {
  const [row] = await db.select().from(candlePools).where(eq(candlePools.mint, mint))
  return row?.pool ?? null
}

/** Returns the pool that was saved first, which may be another process's. */
export async function savePool(db: Db, mint: string, pool: string, now: Date): Promise<string> {
  await db.insert(candlePools).values({ mint, pool, chosenAt: now }).onConflictDoNothing()
  return (await findPool(db, mint)) ?? pool
}

/** Creates the series if it is missing, and notes that it is read. */
export async function openSeries(db: Db, mint: string, seconds: number, now: Date): Promise<SeriesRow> {
  const find = () =>
    db
      .select({ id: candleSeries.id, beginsAt: candleSeries.beginsAt, readAt: candleSeries.readAt })
      .from(candleSeries)
      .where(and(eq(candleSeries.mint, mint), eq(candleSeries.seconds, seconds)))
  let [row] = await find()
  if (!row) {
    await db.insert(candleSeries).values({ mint, seconds, readAt: now }).onConflictDoNothing()
    ;[row] = await find()
  }
  if (!row) throw new Error('a series of candles that was just made is gone')
  const { readAt, ...series } = row
  if (now.getTime() - readAt.getTime() > HOUR_MS)
    await db.update(candleSeries).set({ readAt: now }).where(eq(candleSeries.id, row.id))
  return { ...series, spans: await listSpans(db, row.id) }
}

async function listSpans(db: Db, seriesId: number): Promise<Span[]> {
  return db
    .select({ from: candleSpans.starts, to: candleSpans.ends })
    .from(candleSpans)
    .where(eq(candleSpans.seriesId, seriesId))
    .orderBy(asc(candleSpans.starts))
}

/** Claims it for one process until `until`. False: another one is calling the service. */
export async function claimSeries(db: Db, id: number, now: Date, until: Date): Promise<boolean> {
  const claimed = await db
    .update(candleSeries)
    .set({ claimedUntil: until })
    .where(
      and(
        eq(candleSeries.id, id),
        sql`coalesce(${candleSeries.claimedUntil} <= ${now.toISOString()}::timestamptz, true)`,
      ),
    )
    .returning({ id: candleSeries.id })
  return claimed.length > 0
}

export async function releaseSeries(db: Db, id: number): Promise<void> {
  await db.update(candleSeries).set({ claimedUntil: null }).where(eq(candleSeries.id, id))
}

/** Saves closed candles and the span that they fill, in one transaction: a half of it never counts as known. */
export async function savePage(
  db: Db,
  id: number,
  page: { rows: CandleRow[]; span: Span; beginsAt: number | null },
): Promise<SeriesRow> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .select({ id: candleSeries.id, beginsAt: candleSeries.beginsAt })
      .from(candleSeries)
      .where(eq(candleSeries.id, id))
      .for('update')
    if (!row) throw new Error('a series of candles is gone')
    if (page.rows.length > 0)
      await tx.execute(sql`
        insert into ${candles} (series_id, time, open, high, low, close, volume)
        select ${id}::int, v.* from jsonb_to_recordset(${JSON.stringify(page.rows)}::jsonb)
          as v(time int8, open float8, high float8, low float8, close float8, volume float8)
        on conflict do nothing`)
    const had = await listSpans(tx, id)
    const spans = withSpan(had, page.span)
    const isThere = (span: Span, list: Span[]) =>
      list.some(({ from, to }) => from === span.from && to === span.to)
    const gone = had.filter((span) => !isThere(span, spans)).map(({ from }) => from)
    const added = spans.filter((span) => !isThere(span, had))
    if (gone.length > 0)
      await tx.delete(candleSpans).where(and(eq(candleSpans.seriesId, id), inArray(candleSpans.starts, gone)))
    if (added.length > 0)
      await tx
        .insert(candleSpans)
        .values(added.map(({ from, to }) => ({ seriesId: id, starts: from, ends: to })))
    const beginsAt = page.beginsAt ?? row.beginsAt
    if (beginsAt !== row.beginsAt)
      await tx.update(candleSeries).set({ beginsAt }).where(eq(candleSeries.id, id))
    return { id, beginsAt, spans }
  })
}

/** Candles with trades that start in [from, to), oldest first. */
export async function candlesBetween(db: Db, id: number, { from, to }: Span): Promise<CandleRow[]> {
  const { seriesId, ...columns } = candleColumns
  return db
    .select(columns)
    .from(candles)
    .where(and(eq(seriesId, id), gte(candles.time, from), lt(candles.time, to)))
    .orderBy(asc(candles.time))
}

/** The close of the last candle with trades that starts in [from, to). */
export async function closeBefore(db: Db, id: number, { from, to }: Span): Promise<number | null> {
  const [row] = await db
    .select({ close: candles.close })
    .from(candles)
    .where(and(eq(candles.seriesId, id), gte(candles.time, from), lt(candles.time, to)))
    .orderBy(desc(candles.time))
    .limit(1)
  return row?.close ?? null
}

/**
 * For each stored candle length of a mint, the last close of its newest known span, and the end of that span (seconds).
 */
export async function lastCloses(
  db: Db,
  mint: string,
): Promise<{ seconds: number; close: number; ends: number }[]> {
  const { rows } = (await db.execute(sql`
    select s.seconds, c.close, p.ends::float8 as ends from ${candleSeries} s
    cross join lateral (select starts, ends from ${candleSpans} where series_id = s.id order by starts desc limit 1) p
    cross join lateral (
      select close from ${candles} where series_id = s.id and time >= p.starts and time < p.ends
      order by time desc limit 1) c
    where s.mint = ${mint}`)) as { rows: { seconds: number; close: number; ends: number }[] }
  return rows
}

const candleColumns = {
  seriesId: candles.seriesId,
  time: candles.time,
  open: candles.open,
  high: candles.high,
  low: candles.low,
  close: candles.close,
  volume: candles.volume,
}
