/**
 * The driver of PostgreSQL on the embedded database, over a stream within the process: what the driver sends for one
 * statement is run in one call. One session, so one connection at a time.
 */
import { EventEmitter } from 'node:events'
import { Duplex } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import type { ConstructorOptions } from 'pg-boss'
import { systemClock } from '../kernel/clock.ts'
import { Pool } from './pool.ts'

/** The first byte of a message of the protocol, https://www.postgresql.org/docs/current/protocol-message-formats.html */
const [SYNC, QUERY, TERMINATE] = [0x53, 0x51, 0x58]
/** A statement that is asked often is planned once. Each plan takes some tens of kilobytes, so only so many are kept. */
const PREPARED_AFTER = 5
const PREPARED_MOST = 250
const COUNTED_MOST = 2_000
/**
 * Codes of errors after which a name is of no use, and would fail for as long as the connection lives: there is no such
 * statement, its columns have changed, or (no code) the driver closed it, as a value could not be written.
 */
const USELESS: unknown[] = ['26000', '0A000', undefined]
/** Statements run within the process, one after another: after so long of them sockets and timers have their turn. */
const LONGEST_TURN_MS = 10
/** A transaction that waits for another connection would wait for itself. */
const LONGEST_WAIT_MS = 60_000

class Wire extends Duplex {
  readonly #database: PGlite
  #unsent: Buffer[] = []
  #isStarted = false
  /** When the first statement of this turn of the event loop began. */
  #turnBegan: number | null = null

  constructor(database: PGlite) {
    super()
    this.#database = database
  }

  connect(): void {
    process.nextTick(() => this.emit('connect'))
  }
  // As a socket has them; there is nothing to set here.
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
    this.#isStarted = true
    this.#run(message).then(() => done(), done)
  }

  async #takeTurn(): Promise<void> {
    if (this.#turnBegan !== null && systemClock.monotonic() - this.#turnBegan > LONGEST_TURN_MS)
      await nextTurn()
    if (this.#turnBegan !== null) return
    this.#turnBegan = systemClock.monotonic()
    setImmediate(() => (this.#turnBegan = null))
  }

  async #run(message: Uint8Array): Promise<void> {
    await this.#takeTurn()
    const parts: Buffer[] = []
    // The bytes are the memory of the database, which it uses again.
    const onRawData = (bytes: Uint8Array) => void parts.push(Buffer.from(bytes))
    await this.#database.execProtocolRawStream(message, { onRawData })
    for (const part of parts) this.push(part)
  }
}

class PreparingClient extends pg.Client {
  readonly #counts = new Map<string, number>()
  readonly #names = new Map<string, string>()
  #named = 0

  // oxlint-disable-next-line typescript/no-explicit-any -- six overloads, of which this adds to one
  override query(config: any, ...rest: any[]): any {
    const asked = typeof config === 'string' ? { text: config } : config
    // Only what has values goes by the protocol that can name a statement; without any, a text may be several of them.
    const hasValues = Array.isArray(rest[0]) && rest[0].length > 0
    if (typeof asked?.text !== 'string' || asked.name !== undefined || !hasValues)
      return super.query(config, ...(rest as []))
    const { text } = asked
    const name = this.#nameOf(text)
    if (name === null) return super.query(asked, ...(rest as []))
    const answer = super.query({ ...asked, name }, ...(rest as [])) as unknown as Promise<unknown> | undefined
    // None where the caller gave a callback.
    answer?.catch((error: { code?: unknown }) => {
      if (USELESS.includes(error.code) && this.#names.get(text) === name) this.#names.delete(text)
    })
    return answer
  }

  #nameOf(text: string): string | null {
    const known = this.#names.get(text)
    if (known !== undefined) return known
    if (this.#names.size >= PREPARED_MOST) return null
    const count = (this.#counts.get(text) ?? 0) + 1
    if (count < PREPARED_AFTER) {
      if (this.#counts.size >= COUNTED_MOST) this.#counts.clear()
      this.#counts.set(text, count)
      return null
    }
    this.#counts.delete(text)
    const name = `often_${this.#named++}`
    this.#names.set(text, name)
    return name
  }
}

/** A pool of one. */
class EmbeddedPool extends Pool {
  /** Whichever connection they come by: the session that listens outlives one. */
  readonly notifications = new EventEmitter<{ told: [pg.Notification] }>()

  // The pool closes a connection whose statement failed. This one is as good as before, and knows its plans.
  // oxlint-disable-next-line typescript/no-explicit-any -- the driver's overloads with callbacks are not used
  override async query(...args: any[]): Promise<any> {
    const client = await this.connect()
    try {
      return await (client.query as (...all: unknown[]) => Promise<unknown>).apply(client, args)
    } catch (error) {
      // Of several statements in one text, some may have begun a transaction.
      await client.query('rollback')
      throw error
    } finally {
      client.release()
    }
  }

  /** After all that was asked before: what waits for a pool that ends is never answered. */
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

export function openPool(database: PGlite): EmbeddedPool {
  const pool = new EmbeddedPool({
    user: 'postgres',
    database: 'postgres',
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: LONGEST_WAIT_MS,
    Client: PreparingClient,
    stream: () => new Wire(database),
    onConnect: clean,
  })
  pool.on('connect', (client) => client.on('notification', (told) => pool.notifications.emit('told', told)))
  return pool
}

/** How the job queue reaches it; it is told of new jobs over the one connection there is. */
export const jobsOn = (pool: EmbeddedPool): ConstructorOptions => ({
  backend: 'pglite',
  db: {
    executeSql: (text, values) => pool.query(text, values),
    async listen(channel, onNotification, onReconnect) {
      const heard = (told: pg.Notification) => {
        if (told.channel === channel) onNotification(told.payload ?? '')
      }
      pool.notifications.on('told', heard)
      await pool.query(`listen ${pg.escapeIdentifier(channel)}`)
      onReconnect()
      return {
        async close() {
          pool.notifications.off('told', heard)
          // The one session is that of all who listen.
          if (pool.notifications.listenerCount('told') === 0) await pool.query('unlisten *')
        },
      }
    },
  },
})
