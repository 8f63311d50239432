/** Locks by name among all processes on a PostgreSQL. Each lock holds a connection of its own, and these are few. */
import pg from 'pg'
import { after, every, systemClock } from '../kernel/clock.ts'
import { createSemaphore, type Semaphore } from '../kernel/concurrency/semaphore.ts'
import { HOLDER_TIMEOUTS } from './session.ts'

/**
 * Locks a name for a user; returns the release, which never rejects. A user holds two at once in this process, and
 * further ones wait: one user's slow endpoint delays nobody else. Throws with the code ETIMEDOUT after 60 s without its
 * turn or without a connection.
 */
export type Lock = (name: string, userId: number) => Promise<() => Promise<void>>

/** The class of the locks by name: any constant of our own. */
const NAME_LOCK = 7_741_204
/** On a pool of their own: the holder of a lock needs the other connections for its work. */
const CONNECTIONS = 8
const LOCKS_PER_USER = 2
const WAIT_MS = 60_000
const KEEPALIVE_MS = 1_500

/** Keeps an idle session open. Returns a stop function. */
export const keepAlive = (client: pg.PoolClient): (() => void) =>
  every(systemClock, KEEPALIVE_MS, () => void client.query('select 1').catch(() => undefined))

export const openNames = (config: pg.PoolConfig): pg.Pool =>
  new pg.Pool({
    ...config,
    max: CONNECTIONS,
    connectionTimeoutMillis: WAIT_MS,
    // They end before the server ends them as idle.
    idleTimeoutMillis: HOLDER_TIMEOUTS.idle_session_timeout / 2,
  })

const timedOut = (message: string): Error => Object.assign(new Error(message), { code: 'ETIMEDOUT' })

export function createLocks(names: pg.Pool): Lock {
  const turns = new Map<number, { turn: Semaphore; users: number }>()

  /** Waits until this user holds few enough. */
  async function takeTurn(userId: number): Promise<() => void> {
    const own = turns.get(userId) ?? { turn: createSemaphore(LOCKS_PER_USER), users: 0 }
    turns.set(userId, own)
    own.users++
    const end = () => {
      if (--own.users === 0) turns.delete(userId)
    }
    const waiting = new AbortController()
    const stopWaiting = after(systemClock, WAIT_MS, () => waiting.abort())
    const release = await own.turn.acquire(waiting.signal)
    stopWaiting()
    if (release === null) {
      end()
      throw timedOut('too many calls of this user wait for a lock')
    }
    return () => {
      release()
      end()
    }
  }

  return async (name, userId) => {
    const endTurn = await takeTurn(userId)
    try {
      const release = await lockName(names, name)
      return () => release().finally(endTurn)
    } catch (error) {
      endTurn()
      throw error
    }
  }
}

async function lockName(names: pg.Pool, name: string): Promise<() => Promise<void>> {
  const client = await names.connect().catch((error: Error & { code?: unknown }) => {
    error.code ??= 'ETIMEDOUT'
    throw error
  })
  const run = async (statement: string): Promise<void> => {
    try {
      await client.query(statement, [NAME_LOCK, name])
    } catch (error) {
      client.release(true)
      // The driver sets no code if a connection is lost.
      ;(error as { code?: unknown }).code ??= 'ECONNRESET'
      throw error
    }
  }
  await run('select pg_advisory_lock($1, hashtext($2))')
  const stopKeepAlive = keepAlive(client)
  return async () => {
    stopKeepAlive()
    // A lost connection has released its lock already; unique constraints hold without it.
    await run('select pg_advisory_unlock($1, hashtext($2))').then(
      () => client.release(),
      () => undefined,
    )
  }
}
