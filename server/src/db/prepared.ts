/**
 * The connections of the desk's pools. Frequent statements are sent by name, so that the database parses and plans them
 * once for each connection. The messages of one turn go in one write, the `begin` of a transaction with its first
 * statement.
 */
import type { Duplex } from 'node:stream'
import pg from 'pg'
import {
  type NamingPool,
  nameStatement,
  noNames,
  noteAnswer,
  noteError,
  type StatementNames,
} from './statement-names.ts'

const BEGIN = /^begin( [a-z ]+)?$/
const BEGUN = { command: 'BEGIN', rowCount: null, oid: 0, fields: [], rows: [] }

/** Parts of the driver that its types do not name. */
type Wired = {
  connection: {
    stream: Duplex
    parse(statement: { text: string; name: string; types: never[] }): void
    bind(portal: object): void
    execute(portal: object): void
    close(statement: { type: 'S'; name: string }): void
    parsedStatements: Record<string, string>
  }
}
type Answer = Promise<unknown> | undefined

/** The clients of one pool. */
export function preparingClient(onPooler: () => void = () => undefined): typeof pg.Client {
  const pool: NamingPool = { strange: 0, onPooler }
  return class extends PreparingClient {
    protected override readonly statements = noNames(pool)
  }
}

abstract class PreparingClient extends pg.Client {
  protected abstract readonly statements: StatementNames
  /** The `begin` that has not been sent yet. */
  #begin: string | null = null
  /** The `begin` was sent by itself and is not answered yet: later statements come after its first one. */
  #beginning: Promise<unknown> | null = null
  #isCorked = false

  // oxlint-disable-next-line typescript/no-explicit-any -- six overloads, of which this adds to one
  override query(config: any, ...rest: any[]): any {
    const statement = typeof config === 'string' ? { text: config } : config
    if (typeof statement?.text !== 'string') return super.query(config, ...(rest as []))
    if (statement.name !== undefined) throw new Error('statements get their names here')
    if (this.#beginning) return this.#beginning.then(() => this.query(config, ...(rest as [])))
    this.#cork()
    const { text } = statement
    // Only statements with values use the protocol that can name one; a text without values may hold several.
    const hasValues = Array.isArray(rest[0]) && rest[0].length > 0
    if (!hasValues && BEGIN.test(text) && typeof rest.at(-1) !== 'function') {
      this.#begin = text
      return Promise.resolve(BEGUN)
    }
    const begin = this.#begin
    this.#begin = null
    if (begin === null)
      return hasValues ? this.#ask(statement, rest) : super.query(statement, ...(rest as []))
    if (!hasValues) {
      const done = () => void (this.#beginning = null)
      const beginning = super.query(begin)
      beginning.then(done, done)
      this.#beginning = beginning
      return beginning.then(() => super.query(statement, ...(rest as [])))
    }
    // Sent before the same synchronisation: if it fails, the database skips what follows.
    const connection = this.#wired
    connection.parse({ text: begin, name: '', types: [] })
    connection.bind({})
    connection.execute({})
    return this.#ask(statement, rest)?.then((answers) => (answers as unknown[]).at(-1))
  }

  #ask(statement: { text: string }, rest: unknown[]): Answer {
    const { text } = statement
    const name = nameStatement(this.statements, text)
    this.#closeUnused()
    if (name === null) return super.query(statement, ...(rest as []))
    const answer = super.query({ ...statement, name }, ...(rest as [])) as unknown as Answer
    // There is none if the caller gave a callback.
    answer?.then(
      () => noteAnswer(this.statements, text, name),
      ({ code }: { code?: unknown }) => noteError(this.statements, { text, name }, code),
    )
    return answer
  }

  get #wired(): Wired['connection'] {
    return (this as unknown as Wired).connection
  }

  #cork(): void {
    if (this.#isCorked) return
    const { stream } = this.#wired
    stream.cork()
    this.#isCorked = true
    process.nextTick(() => {
      this.#isCorked = false
      stream.uncork()
    })
  }

  /** Goes out with the next statement: all statements of these names are answered before the database closes them. */
  #closeUnused(): void {
    const connection = this.#wired
    for (const name of this.statements.unused.splice(0)) {
      connection.close({ type: 'S', name })
      delete connection.parsedStatements[name]
    }
  }
}
