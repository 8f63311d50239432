/** Fixed-window rate limits in the database: shared by all servers on it, and kept over restarts. */
import { lt, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { startRound } from '../../db/portions.ts'
import type { Clock } from '../clock.ts'
import { rateWindows } from '../kernel.tables.ts'

export type Limiter = {
  /** Counts one: null within the limit, else the seconds until the window ends. */
  hit(key: string, limit: number, windowSeconds: number): Promise<number | null>
  /** Undoes one hit. */
  giveBack(key: string): Promise<void>
  sweep(): Promise<void>
}

export function createLimiter(db: Db, clock: Pick<Clock, 'now'>): Limiter {
  return {
    async hit(key, limit, windowSeconds) {
      const now = new Date(clock.now())
      const ends = new Date(clock.now() + windowSeconds * 1000)
      const result = await db.execute(sql`
        insert into rate_windows as w (key, hits, ends_at) values (${key}, 1, ${ends.toISOString()})
        on conflict (key) do update set
          hits = case when w.ends_at <= ${now.toISOString()} then 1 else least(w.hits + 1, ${limit + 1}) end,
          ends_at = case when w.ends_at <= ${now.toISOString()} then excluded.ends_at else w.ends_at end
        returning hits, ends_at`)
      const row = (result as { rows: { hits: number; ends_at: string | Date }[] }).rows[0]
      if (!row || row.hits <= limit) return null
      return Math.max(1, Math.ceil((new Date(row.ends_at).getTime() - now.getTime()) / 1000))
    },
    async giveBack(key) {
      await db.execute(sql`update rate_windows set hits = greatest(hits - 1, 0) where key = ${key}`)
    },
    async sweep() {
      await startRound(db).delete({
        from: rateWindows,
        where: lt(rateWindows.endsAt, new Date(clock.now())),
        by: rateWindows.endsAt,
      })
    },
  }
}
