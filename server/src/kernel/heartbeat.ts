/**
 * Which server processes are alive, told by a beat in the database. Work that names an owner belongs to it while it
 * beats; every write of such work must be conditional on still owning it, so a process that stalls cannot do harm.
 */
import { randomUUID } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { ConfigError } from '../config.ts'
import type { Db } from '../db/client.ts'
import { pause } from './clock.ts'
import { describe, type Log } from './log.ts'

const BEAT_MS = 700
const DEAD_AFTER_SECONDS = 3

export type Heartbeat = {
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

export type HeartbeatOptions = {
  /** Nobody else can hold this database (the embedded one), so whoever was here before is gone. */
  alone: boolean
  /**
   * Whether what happens here is told to other processes. Where it is not, two processes on one database would leave
   * the consoles of one in the dark about the other, so the later one does not start. Not given: nobody is looked for.
   */
  fanOut?: boolean
  log: Log
}

/** Any constant of our own: two that start at once look for each other one after the other. */
const START_LOCK = 7_741_205
const LOOK_MS = 100
/** Ends the name of a process that tells the others nothing. */
const SILENT = '~alone'

/** Throws ConfigError when a process lives on this database that would not hear of this one, or this one not of it. */
export async function startHeartbeat(db: Db, options: HeartbeatOptions): Promise<Heartbeat> {
  const id = `${randomUUID()}${options.fanOut === false ? SILENT : ''}`
  if (options.alone) await db.execute(sql`delete from processes`)
  else if (options.fanOut !== undefined) await startApart(db, id, options.fanOut)
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

/** Whom one leaves behind that was killed beats no more, and is waited for until that is certain. */
async function startApart(db: Db, id: string, fanOut: boolean): Promise<void> {
  const bothTell = fanOut ? sql`id like ${`%${SILENT}`}` : sql`true`
  const first = new Map<string, string>()
  for (;;) {
    const others = await db.transaction(async (tx) => {
      // One that was paused in here must not keep the others from starting.
      await tx.execute(sql`set local idle_in_transaction_session_timeout = 2000`)
      await tx.execute(sql`select pg_advisory_xact_lock(${START_LOCK})`)
      const { rows } = (await tx.execute(
        sql`select id, seen_at::text as seen from processes
          where seen_at > now() - make_interval(secs => ${DEAD_AFTER_SECONDS}) and ${bothTell}`,
      )) as { rows: { id: string; seen: string }[] }
      if (rows.length === 0) await tx.execute(sql`insert into processes (id, seen_at) values (${id}, now())`)
      return rows
    })
    if (others.length === 0) return
    for (const other of others) {
      const before = first.get(other.id)
      if (before !== undefined && before !== other.seen)
        throw new ConfigError(
          'Another Purser runs on this database. Several need REDIS_URL, the same for each: without it the consoles of one would not hear of what happens in another.',
        )
      first.set(other.id, before ?? other.seen)
    }
    await pause(LOOK_MS)
  }
}
