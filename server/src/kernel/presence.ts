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
  /** A new name for this process as an owner: what it lost and took up again it holds under another one than before. */
  claim(): string
  /** Whether this is a name of this process. */
  isMine(owner: string | null): boolean
  /** True in SQL when the owner in `column` is no process that is alive (or there is none). Who asks is alive, however late its beat. */
  orphaned(column: SQL): SQL
  /** True in SQL when no other process is alive. */
  alone(): SQL
  stop(): Promise<void>
}

/** `alone`: nobody else can hold this database (the embedded one), so whoever was here before is gone. */
export async function startPresence(db: Db, options: { alone: boolean; log: Log }): Promise<Presence> {
  const id = randomUUID()
  if (options.alone) await db.execute(sql`delete from processes`)
  const living = sql`select id from processes where seen_at > now() - make_interval(secs => ${DEAD_AFTER_SECONDS})`
  const beat = () =>
    db.execute(
      sql`insert into processes (id, seen_at) values (${id}, now()) on conflict (id) do update set seen_at = now()`,
    )
  await beat()
  const timer = setInterval(() => {
    beat().catch((error: unknown) => options.log.warn(describe(error), 'a sign of life could not be written'))
  }, BEAT_MS)
  let claims = 0
  return {
    id,
    claim: () => `${id}#${++claims}`,
    isMine: (owner) => owner?.split('#')[0] === id,
    orphaned: (column) =>
      sql`(${column} is null or split_part(${column}, '#', 1) <> ${id} and split_part(${column}, '#', 1) not in (${living}))`,
    alone: () => sql`not exists (${living} and id <> ${id})`,
    async stop() {
      clearInterval(timer)
      await db.execute(sql`delete from processes where id = ${id} or seen_at < now() - interval '1 hour'`)
    },
  }
}
