/**
 * Tracks live server processes by a heartbeat in the database. Work belongs to the owner that it names as long as that
 * owner's heartbeat is recent. Every write of owned work must be conditional on still owning it, so that a process that
 * was paused can do no harm.
 */
import { randomUUID } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { ConfigError } from '../config/config.ts'
import type { Db } from '../db/client.ts'
import { type Clock, every, systemClock } from './clock.ts'
import { describe, type Log } from './log.ts'

const INTERVAL_MS = 700
const DEAD_AFTER_SECONDS = 3

export type Heartbeat = {
  /** The id of this process and run. */
  id: string
  /** Whether other processes may use this database. */
  isShared: boolean
  /** A new owner name of this process: work that it lost and claimed again has another owner name than before. */
  claim(): string
  /** Whether this is an owner name of this process. */
  isMine(owner: string | null): boolean
  /** SQL: the owner in `column` is null or not alive. This process counts as alive, however late its heartbeat is. */
  orphaned(column: SQL): SQL
  /** SQL: no other process is alive. */
  alone(): SQL
  stop(): Promise<void>
}

export type HeartbeatOptions = {
  /** No other process can have this database open (the embedded one), so all earlier ones are gone. */
  alone: boolean
  /**
   * Whether events reach other processes. Without it the consoles of one process would miss events of another, so the
   * later one refuses to start. By default not checked.
   */
  fanOut?: boolean
  log: Log
  clock?: Clock
}

/** Advisory lock, with any constant of our own: processes that start together check one after another. */
const START_LOCK = 7_741_205
const POLL_MS = 100
/** Suffix of the id of a process without fan-out. */
const NO_FAN_OUT = '~alone'

/** Throws ConfigError when another process is alive on this database and events would not reach both. */
export async function startHeartbeat(db: Db, options: HeartbeatOptions): Promise<Heartbeat> {
  const { clock = systemClock } = options
  const id = `${randomUUID()}${options.fanOut === false ? NO_FAN_OUT : ''}`
  if (options.alone) await db.execute(sql`delete from processes`)
  else if (options.fanOut !== undefined) await requireFanOut(db, { id, fanOut: options.fanOut, clock })
  const alive = sql`select id from processes where seen_at > now() - make_interval(secs => ${DEAD_AFTER_SECONDS})`
  const beat = () =>
    db.execute(
      sql`insert into processes (id, seen_at) values (${id}, now()) on conflict (id) do update set seen_at = now()`,
    )
  await beat()
  /** Heartbeats in progress: one that is written after the end would make this process look alive. */
  const beats = new Set<Promise<void>>()
  const stopBeating = every(clock, INTERVAL_MS, () => {
    const one = beat()
      .then(() => undefined)
      .catch((error: unknown) => options.log.warn(describe(error), 'a heartbeat could not be written'))
      .finally(() => beats.delete(one))
    beats.add(one)
  })
  let claims = 0
  return {
    id,
    isShared: !options.alone && options.fanOut !== false,
    claim: () => `${id}#${++claims}`,
    isMine: (owner) => owner?.split('#')[0] === id,
    orphaned: (column) =>
      sql`(${column} is null
        or split_part(${column}, '#', 1) <> ${id} and split_part(${column}, '#', 1) not in (${alive}))`,
    alone: () => sql`not exists (${alive} and id <> ${id})`,
    async stop() {
      stopBeating()
      await Promise.all(beats)
      await db.execute(sql`delete from processes where id = ${id} or seen_at < now() - interval '1 hour'`)
    },
  }
}

/** Counts live processes, other than this one, that started before that time. */
export async function countOlder(db: Db, before: Date, mine: string | null): Promise<number> {
  const { rows } = (await db.execute(sql`
    select count(*)::int as n from processes
    where seen_at > now() - make_interval(secs => ${DEAD_AFTER_SECONDS})
      and started_at < ${before.toISOString()}::timestamptz and id <> ${mine ?? ''}`)) as {
    rows: { n: number }[]
  }
  return rows[0]?.n ?? 0
}

/** A process that was killed lately still looks alive: this waits until its heartbeat moves or is stale. */
async function requireFanOut(
  db: Db,
  { id, fanOut, clock }: { id: string; fanOut: boolean; clock: Clock },
): Promise<void> {
  const mustFanOut = fanOut ? sql`id like ${`%${NO_FAN_OUT}`}` : sql`true`
  const firstSeen = new Map<string, string>()
  for (;;) {
    const others = await db.transaction(async (tx) => {
      // A process that is paused here must not keep others from starting.
      await tx.execute(sql`set local idle_in_transaction_session_timeout = 2000`)
      await tx.execute(sql`select pg_advisory_xact_lock(${START_LOCK})`)
      const { rows } = (await tx.execute(
        sql`select id, seen_at::text as seen from processes
          where seen_at > now() - make_interval(secs => ${DEAD_AFTER_SECONDS}) and ${mustFanOut}`,
      )) as { rows: { id: string; seen: string }[] }
      if (rows.length === 0) await tx.execute(sql`insert into processes (id, seen_at) values (${id}, now())`)
      return rows
    })
    if (others.length === 0) return
    for (const other of others) {
      const before = firstSeen.get(other.id)
      if (before !== undefined && before !== other.seen)
        throw new ConfigError(
          'Another Purser is running on this database. Several servers need the same REDIS_URL: without it, consoles on one miss what happens on another.',
        )
      firstSeen.set(other.id, before ?? other.seen)
    }
    await clock.sleep(POLL_MS)
  }
}
