/**
 * The driver of PostgreSQL on the embedded database, over a stream within the process: all that the driver sends for
 * one statement runs in one call. There is one session, so one connection at a time.
 */
import { EventEmitter } from 'node:events'
import { Duplex } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import type { ConstructorOptions } from 'pg-boss'
import { systemClock } from '../kernel/clock.ts'
import { type Crash, crashIn, createCrash, encodeRefusal } from './crash.ts'
import { Pool } from './pool.ts'
import { preparingClient } from './prepared.ts'

/** The first byte of a message of the protocol, https://www.postgresql.org/docs/current/protocol-message-formats.html */
const [SYNC, QUERY, TERMINATE] = [0x53, 0x51, 0x58]
/** Statements run within the process, one after another: after this long sockets and timers get their turn. */
const LONGEST_TURN_MS = 10
/** A transaction that waits for another connection would wait for itself. */
const LONGEST_WAIT_MS = 60_000

class Wire extends Duplex {
  readonly #database: PGlite
  readonly #crash: Crash
  #unsent: Buffer[] = []
  #isStarted = false
  /** When the first statement of this turn of the event loop began. */
  #turnBegan: number | null = null

  constructor(database: PGlite, crash: Crash) {
    super()
    this.#database = database
    this.#crash = crash
  }

  connect(): void {
    process.nextTick(() => this.emit('connect'))
  }
  // The methods of a socket; there is nothing to set here.
  setNoDelay(): void {}
  setKeepAlive(): void {}
  ref(): void {}
  unref(): void {}

  override _read(): void {}

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    for (const { chunk } of chunks) this.#unsent.push(chunk)
    const [kind] = this.#unsent.at(-1) as Buffer
    // The driver writes whole messages. The database answers once a statement is complete.
    if (this.#isStarted && kind !== SYNC && kind !== QUERY && kind !== TERMINATE) return done()
    const message = Buffer.concat(this.#unsent)
    this.#unsent = []
    if (kind === TERMINATE) {
      this.push(null)
      return done()
    }
    const isStart = !this.#isStarted
    this.#isStarted = true
    this.#run(message, isStart).then(() => done(), done)
  }

  async #takeTurn(): Promise<void> {
    if (this.#turnBegan !== null && systemClock.monotonic() - this.#turnBegan > LONGEST_TURN_MS)
      await nextTurn()
    if (this.#turnBegan !== null) return
    this.#turnBegan = systemClock.monotonic()
    setImmediate(() => (this.#turnBegan = null))
  }

  async #run(message: Buffer, isStart: boolean): Promise<void> {
    await this.#takeTurn()
    for (const part of await this.#answer(message, isStart)) this.push(part)
  }

  async #answer(message: Buffer, isStart: boolean): Promise<Buffer[]> {
    if (this.#crash.hasHappened()) return [encodeRefusal(message, isStart)]
    const parts: Buffer[] = []
    // The bytes are the memory of the database, which it uses again.
    const onRawData = (bytes: Uint8Array) => void parts.push(Buffer.from(bytes))
    let crash: string | null
    try {
      await this.#database.execProtocolRawStream(message, { onRawData })
      crash = crashIn(parts)
    } catch (error) {
      crash = error instanceof Error ? error.message : String(error)
    }
    if (crash === null) return parts
    this.#crash.report(crash)
    return [encodeRefusal(message, isStart)]
  }
}

/** A pool with one connection. */
class EmbeddedPool extends Pool {
  /** Notifications from whichever connection: the listening session outlives one. */
  readonly notifications = new EventEmitter<{ notification: [pg.Notification] }>()
  readonly crash: Crash

  constructor(config: pg.PoolConfig, crash: Crash) {
    super(config)
    this.crash = crash
  }

  // The pool closes a connection whose statement failed. This one still works, and keeps its plans.
  // oxlint-disable-next-line typescript/no-explicit-any -- the driver's overloads with callbacks are not used
  override async query(...args: any[]): Promise<any> {
    const client = await this.connect()
    try {
      return await (client.query as (...all: unknown[]) => Promise<unknown>).apply(client, args)
    } catch (error) {
      // A text of several statements may have begun a transaction.
      await client.query('rollback')
      throw error
    } finally {
      client.release()
    }
  }

  /** Waits for all earlier requests: a request that waits for an ending pool is never answered. */
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  override async end(): Promise<any> {
    const last = await this.connect().catch(() => null)
    const ended = super.end()
    last?.release()
    await ended
  }
}

/** The session outlives a connection of the driver. The pool awaits this, though its type does not say so. */
const clean: (client: pg.ClientBase) => unknown = async (client) => {
  client.on('error', () => undefined)
  await client.query('rollback')
  await client.query('deallocate all')
}

export function openPool(database: PGlite, Client = preparingClient()): EmbeddedPool {
  const crash = createCrash()
  const config = {
    user: 'postgres',
    database: 'postgres',
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: LONGEST_WAIT_MS,
    pipeline: true,
    Client,
    stream: () => new Wire(database, crash),
    onConnect: clean,
  }
  const pool = new EmbeddedPool(config, crash)
  pool.on('connect', (client) =>
    client.on('notification', (notification) => pool.notifications.emit('notification', notification)),
  )
  return pool
}

/** The job queue's way to it; notifications of new jobs come over the only connection. */
export const jobsOn = (pool: EmbeddedPool): ConstructorOptions => ({
  backend: 'pglite',
  db: {
    executeSql: (text, values) => pool.query(text, values),
    async listen(channel, onNotification, onReconnect) {
      const heard = (notification: pg.Notification) => {
        if (notification.channel === channel) onNotification(notification.payload ?? '')
      }
      pool.notifications.on('notification', heard)
      await pool.query(`listen ${pg.escapeIdentifier(channel)}`)
      onReconnect()
      return {
        async close() {
          pool.notifications.off('notification', heard)
          // All listeners share the one session.
          if (pool.notifications.listenerCount('notification') === 0) await pool.query('unlisten *')
        },
      }
    },
  },
})
