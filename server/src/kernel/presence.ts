/**
 * Which server processes are alive, told by a beat in the database. Work that names an owner belongs to it while it
 * beats; every write of such work must be conditional on still owning it, so a process that stalls cannot do harm.
 */
import { randomUUID } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { describe, type Log } from './log.ts'

const BEAT_MS = 700
const DEAD_AFTER_SECONDS = 3

export type Presence = {
  /** This process, for this run only. */
  id: string
  /** True in SQL when the owner in `column` is no process that is alive (or there is none). Who asks is alive, however late its beat. */
  orphaned(column: SQL): SQL
  stop(): Promise<void>
}

/** `alone`: nobody else can hold this database (the embedded one), so whoever was here before is gone. */
export async function startPresence(db: Db, options: { alone: boolean; log: Log }): Promise<Presence> {
  const id = randomUUID()
  if (options.alone) await db.execute(sql`delete from processes`)
  const beat = () =>
    db.execute(
      sql`insert into processes (id, seen_at) values (${id}, now()) on conflict (id) do update set seen_at = now()`,
    )
  await beat()
  const timer = setInterval(() => {
    beat().catch((error: unknown) => options.log.warn(describe(error), 'a sign of life could not be written'))
  }, BEAT_MS)
  return {
    id,
    orphaned: (column) =>
      sql`(${column} is null or ${column} <> ${id} and ${column} not in (select id from processes where seen_at > now() - make_interval(secs => ${DEAD_AFTER_SECONDS})))`,
    async stop() {
      clearInterval(timer)
      await db.execute(sql`delete from processes where id = ${id} or seen_at < now() - interval '1 hour'`)
    },
  }
}
