/**
 * Pools of connections. Their error for lack of a connection has a code, like that of a failed connection, and reads
 * that a person waits for get the next connection.
 */
import pg from 'pg'
import { hasPrecedence, heldBack } from '../kernel/http/precedence.ts'

/** The most consecutive reads that go ahead of background work: whatever the console requests, trades go on. */
const AHEAD_MOST = 3

/** The queue for a connection, in the pool's own order except for those with precedence. */
class Waiting extends Array<object> {
  readonly #ahead = new WeakSet<object>()
  #inRow = 0

  static override get [Symbol.species](): ArrayConstructor {
    return Array
  }

  override push(...items: object[]): number {
    if (hasPrecedence()) for (const item of items) this.#ahead.add(item)
    return super.push(...items)
  }

  override shift(): object | undefined {
    const goesAhead = this.#inRow < AHEAD_MOST
    const at = this.findIndex((item) => this.#ahead.has(item) === goesAhead)
    const [next] = this.splice(Math.max(at, 0), 1)
    this.#inRow = next && this.#ahead.has(next) ? this.#inRow + 1 : 0
    return next
  }
}

export class Pool extends pg.Pool {
  readonly #reads: Pool | null

  /** `reads` provides the connections of reads that a person waits for, so that they wait for no transaction to end. */
  constructor(config: pg.PoolConfig, reads: Pool | null = null) {
    super(config)
    this.#reads = reads
    // The pool's own list, which its types do not name: it is pushed to, shifted from, searched and spliced.
    Object.assign(this, { _pendingQueue: new Waiting() })
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- two overloads; that with a callback is the driver's own
  override connect(...args: any[]): any {
    if (this.#reads && hasPrecedence()) return this.#reads.connect(...(args as []))
    const held = heldBack()
    const connect = () => super.connect(...(args as [never]))
    if (args.length > 0) return held ? void held.then(connect) : connect()
    const connected = held ? held.then(() => super.connect()) : super.connect()
    return connected.catch((error: Error & { code?: unknown }) => {
      if (!this.ending) error.code ??= 'ETIMEDOUT'
      throw error
    })
  }
}
