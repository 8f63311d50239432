/** Deletes candles that are too old for their length, and whole series that nobody reads or that exceed the limit. */
import { DAY_MS, DAY_SECONDS } from '@purser/contract/time.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '../../../../db/client.ts'
import { startRound } from '../../../../db/portions.ts'
import type { Clock } from '../../../../kernel/clock.ts'
import { candlePools, candleSeries, candles } from './candles.tables.ts'

/**
 * How long candles are kept, by their length in seconds: a backtest takes a month of minutes and up to 500 candles
 * before it.
 */
const KEPT_SECONDS: Record<number, number> = {
  60: 35 * DAY_SECONDS,
  300: 60 * DAY_SECONDS,
  900: 90 * DAY_SECONDS,
  3_600: 180 * DAY_SECONDS,
  14_400: 365 * DAY_SECONDS,
  [DAY_SECONDS]: 3 * 365 * DAY_SECONDS,
}
const UNREAD_MS = 14 * DAY_MS
/** The limit of all series together, some 600 MB. */
const MOST_CANDLES = 5_000_000

/** Seconds: earlier candles are neither kept nor requested. */
export function computeHorizon(seconds: number, nowMs: number): number {
  const kept = KEPT_SECONDS[seconds] ?? 0
  return Math.ceil((nowMs / 1_000 - kept) / seconds) * seconds
}

type Parts = { db: Db; clock: Pick<Clock, 'now'>; mostCandles?: number }

/** The rest is left to the next round. */
export async function sweepCandles({ db, clock, mostCandles = MOST_CANDLES }: Parts): Promise<void> {
  const now = clock.now()
  const round = startRound(db)
  const unread = new Date(now - UNREAD_MS).toISOString()
  // The known spans bound the stored candles. The series read last stay as long as all of them fit.
  const { rows } = (await db.execute(sql`
    select id, seconds, read_at < ${unread}::timestamptz or total > ${mostCandles}::float8 as gone from (
      select s.id, s.seconds, s.read_at,
        sum(sum(coalesce(p.ends - p.starts, 0)::float8 / s.seconds)) over (order by s.read_at desc, s.id) as total
      from candle_series s left join candle_spans p on p.series_id = s.id group by s.id
    ) all_series`)) as { rows: { id: number; seconds: number; gone: boolean }[] }
  for (const { id, seconds, gone: isGone } of rows) {
    const horizon = isGone ? Number.MAX_SAFE_INTEGER : computeHorizon(seconds, now)
    // First the spans are forgotten, then the candles deleted: a half-deleted span must not pass as known.
    await forgetBefore(db, id, horizon)
    const where = sql`${candles.seriesId} = ${id} and ${candles.time} < ${horizon}`
    if (!(await round.delete({ from: candles, where, by: candles.time }))) return
    if (isGone) await db.delete(candleSeries).where(sql`id = ${id}`)
  }
  await db
    .delete(candlePools)
    .where(sql`not exists (select from candle_series s where s.mint = ${candlePools.mint})
      and ${candlePools.chosenAt} < ${unread}::timestamptz`)
}

async function forgetBefore(db: Db, id: number, horizon: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select id from candle_series where id = ${id} for update`)
    await tx.execute(sql`delete from candle_spans where series_id = ${id} and ends <= ${horizon}`)
    await tx.execute(sql`
      update candle_spans set starts = ${horizon} where series_id = ${id} and starts < ${horizon}`)
  })
}
