/** The settings of each session of a PostgreSQL server, and the signs that another database may be behind it. */
import type { EventEmitter } from 'node:events'
import type pg from 'pg'

/**
 * Milliseconds. The session of a paused process with an open transaction or a lock is ended, so that it blocks no other
 * for long; its transaction ends before the lock timeout of those that wait for it.
 */
export const TIMEOUTS = {
  idle_in_transaction_session_timeout: 5_000,
  lock_timeout: 8_000,
  statement_timeout: 60_000,
}
/** Timeouts of a session that holds an advisory lock: it is kept alive as long as its process runs. */
export const HOLDER_TIMEOUTS = {
  idle_session_timeout: 6_000,
  lock_timeout: 60_000,
  statement_timeout: 60_000,
}

/**
 * A server, a database or a role may be set to answer a commit before it is on the disk, and a crash then loses it.
 * Only `remote_apply` waits for more than `on`. This is a statement and no parameter of the connection: poolers refuse
 * those.
 */
const DURABLE = `select set_config('synchronous_commit', 'on', false)
  where current_setting('synchronous_commit') not in ('on', 'remote_apply')`
const STARTED = 'select pg_postmaster_start_time()::text as started'
/**
 * Codes with which a server or a pooler ends a session. The driver reports them to a query in progress, and to nobody
 * else.
 */
const ENDED = /^(08|57P|25P0[34])/

/** Parts that the driver's types do not name. */
type Wired = { connection: EventEmitter<{ errorMessage: [{ code?: string }] }> }

export type Sessions = {
  /** Runs before the first use of a connection; the pool awaits it, though its type does not say so. */
  prepare(timeouts?: Record<string, number>): (client: pg.ClientBase) => unknown
  /** How often a connection was lost, or made to another server than the one before. */
  losses(): number
}

export function createSessions(): Sessions {
  let losses = 0
  let known: string | null = null

  async function prepare(client: pg.ClientBase, timeouts: Record<string, number>): Promise<void> {
    // This listener also keeps a connection that the server ends from ending the process.
    client.on('error', () => losses++)
    const { connection } = client as unknown as Wired
    connection.on('errorMessage', ({ code = '' }) => void (ENDED.test(code) && losses++))
    const settings = Object.entries(timeouts).map(([name, ms]) => `set ${name} = ${ms}`)
    // One round trip: a connection is opened while somebody waits for it.
    const together = [...settings, DURABLE, STARTED].join('; ')
    const answer = await client.query<{ started: string }>(together).catch(async () => {
      // Older versions of PostgreSQL do not know all of them.
      for (const one of settings) await client.query(one).catch(() => undefined)
      await client.query(DURABLE)
      return client.query<{ started: string }>(STARTED)
    })
    // Several statements have several answers, though the type names one.
    const started = [answer].flat().at(-1)?.rows[0]?.started ?? null
    // A standby that was promoted: the server before it may have vanished without a word.
    if (known !== null && started !== known) losses++
    known = started
  }

  return {
    prepare:
      (timeouts = {}) =>
      (client) =>
        prepare(client, timeouts),
    losses: () => losses,
  }
}
