/** Pools of connections: what they throw when they have none to give has a code, and a transaction begins with its first statement. */
import pg from 'pg'

export class Pool extends pg.Pool {
  // oxlint-disable-next-line typescript/no-explicit-any -- two overloads; that with a callback is the driver's own
  override connect(...args: any[]): any {
    if (args.length > 0) return super.connect(...(args as [never]))
    return super.connect().catch((error: Error & { code?: unknown }) => {
      if (!this.ending) error.code ??= 'ETIMEDOUT'
      throw error
    })
  }
}

/** What the driver's query does with the messages of the protocol, which its types leave out. */
type Messages = {
  parse(message: { text: string }): void
  bind(): void
  execute(message: object): void
}
type Inner = {
  prepare(connection: Messages): void
  handleCommandComplete(message: unknown, c: unknown): void
}
const inner = pg.Query.prototype as unknown as Inner

/**
 * The first statement of a transaction, with BEGIN before it in the same group of messages: if BEGIN fails, the server
 * skips the statement too, so it never runs outside its transaction.
 * https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING
 */
class FirstQuery extends pg.Query {
  hasBegun = false

  prepare(connection: Messages): void {
    connection.parse({ text: 'begin' })
    connection.bind()
    connection.execute({})
    inner.prepare.call(this, connection)
  }
  handleCommandComplete(message: unknown, connection: unknown): void {
    if (this.hasBegun) return inner.handleCommandComplete.call(this, message, connection)
    this.hasBegun = true
  }
}

const NOTHING = { command: '', rowCount: null, oid: 0, fields: [], rows: [] }

/**
 * BEGIN costs no round trip of its own: it goes with the first statement, and a transaction without any is not begun.
 * Until that is answered no other is sent: none may run without its transaction.
 */
export class Client extends pg.Client {
  #isBeginning = false
  #opening: Promise<unknown> | null = null
  /** Why the transaction could not begin: all that is asked in it fails likewise. */
  #failed: { reason: unknown } | null = null

  // oxlint-disable-next-line typescript/no-explicit-any -- six overloads; the pool's own with a callback goes on as it is
  override query(config: any, ...rest: any[]): any {
    const text = typeof config === 'string' ? config : config?.text
    if (text === 'begin') {
      this.#isBeginning = true
      return Promise.resolve(NOTHING)
    }
    if (this.#isBeginning) {
      this.#isBeginning = false
      return text === 'commit' || text === 'rollback'
        ? Promise.resolve(NOTHING)
        : this.#first(config, rest[0])
    }
    if (this.#opening) return this.#opening.then(() => this.query(config, ...rest))
    if (this.#failed) {
      const { reason } = this.#failed
      if (text === 'commit' || text === 'rollback') this.#failed = null
      return text === 'rollback' ? Promise.resolve(NOTHING) : Promise.reject(reason)
    }
    return super.query(config, ...(rest as []))
  }

  #first(config: object | string, values: unknown[] = []): Promise<unknown> {
    const asked = typeof config === 'string' ? { text: config } : (config as { text: string })
    // What has no values may be several statements in one text, which the server skips in the same way.
    const text = values.length > 0 ? asked.text : `begin; ${asked.text}`
    const first = new Promise((resolve, reject) => {
      const query = new FirstQuery(
        { ...asked, text },
        values,
        (error: Error | undefined, result: unknown) => {
          if (!error) return resolve(result)
          if (!query.hasBegun) this.#failed = { reason: error }
          reject(error)
        },
      )
      super.query(query as never)
    })
    const opening = first.then(
      () => undefined,
      () => undefined,
    )
    this.#opening = opening
    return first.finally(() => {
      if (this.#opening === opening) this.#opening = null
    })
  }
}
