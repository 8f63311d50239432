/**
 * The connections of the desk's pools. Frequent statements are asked by name, so that the database parses and plans them
 * once for each connection. What is asked in one turn goes in one write, the `begin` of a transaction with its first
 * statement.
 */
import { createHash } from 'node:crypto'
import type { Duplex } from 'node:stream'
import pg from 'pg'

/** Each plan takes some tens of kilobytes of the database's memory, so only so many are kept for a connection. */
const PREPARED_AFTER = 5
const PREPARED_MOST = 250
const COUNTED_MOST = 2_000
/**
 * After so many uses, twice as many, and so on, a statement gets another name, and with it another choice of the database
 * between one plan for all values and one for each: it compares with what its first plans cost, and those may be of
 * tables that were empty.
 */
const RENEWED_AFTER = 32
/** The session behind the connection is another one: it has no statement of this name, or has one already. */
const EXISTS = '42P05'
const OF_ANOTHER_SESSION: unknown[] = ['26000', EXISTS]
/**
 * Errors after which a name is of no use, and would fail for as long as the connection lives: those, a statement whose
 * columns have changed, or (no code) one that the driver closed, as a value could not be written.
 */
const USELESS: unknown[] = [...OF_ANOTHER_SESSION, '0A000', undefined]
/** So many such errors are a connection pooler that gives each transaction another session: names are of no use with it. */
const STRANGE_MOST = 3
/** The database keeps what was named and lost. */
const LOST_MOST = 3
const BEGIN = /^begin( [a-z ]+)?$/
const BEGUN = { command: 'BEGIN', rowCount: null, oid: 0, fields: [], rows: [] }

/** What the driver's types do not name. */
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
type Named = { name: string; uses: number; renewed: number }
type Answer = Promise<unknown> | undefined

/** The clients of one pool. */
export function preparingClient(onPooler: () => void = () => undefined): typeof pg.Client {
  let strange = 0

  return class PreparingClient extends pg.Client {
    readonly #counts = new Map<string, number>()
    readonly #names = new Map<string, Named>()
    /** By which something was answered. */
    readonly #proven = new Set<string>()
    /** Texts by whose name something was answered, whichever name it was. */
    readonly #worked = new Set<string>()
    /** Names that the database need not keep. */
    #unused: string[] = []
    /** How often a text has lost its name to an error. */
    readonly #lost = new Map<string, number>()
    /** How many names a text has had. */
    readonly #former = new Map<string, number>()
    /** Has not been sent yet. */
    #begin: string | null = null
    /** It was sent by itself and is not answered yet: what is asked meanwhile comes after its first statement. */
    #beginning: Promise<unknown> | null = null
    #isCorked = false

    // oxlint-disable-next-line typescript/no-explicit-any -- six overloads, of which this adds to one
    override query(config: any, ...rest: any[]): any {
      const asked = typeof config === 'string' ? { text: config } : config
      if (typeof asked?.text !== 'string') return super.query(config, ...(rest as []))
      if (asked.name !== undefined) throw new Error('statements get their names here')
      if (this.#beginning) return this.#beginning.then(() => this.query(config, ...(rest as [])))
      this.#cork()
      const { text } = asked
      // Only what has values goes by the protocol that can name a statement; without any, a text may be several of them.
      const hasValues = Array.isArray(rest[0]) && rest[0].length > 0
      if (!hasValues && BEGIN.test(text) && typeof rest.at(-1) !== 'function') {
        this.#begin = text
        return Promise.resolve(BEGUN)
      }
      const begin = this.#begin
      this.#begin = null
      if (begin === null) return hasValues ? this.#ask(asked, rest) : super.query(asked, ...(rest as []))
      if (!hasValues) {
        const done = () => void (this.#beginning = null)
        const beginning = super.query(begin)
        beginning.then(done, done)
        this.#beginning = beginning
        return beginning.then(() => super.query(asked, ...(rest as [])))
      }
      // Before the same synchronisation: where it fails, the database leaves out what follows.
      const connection = this.#wired
      connection.parse({ text: begin, name: '', types: [] })
      connection.bind({})
      connection.execute({})
      return this.#ask(asked, rest)?.then((answers) => (answers as unknown[]).at(-1))
    }

    #ask(asked: { text: string }, rest: unknown[]): Answer {
      const { text } = asked
      const name = this.#nameOf(text)
      this.#closeUnused()
      if (name === null) return super.query(asked, ...(rest as []))
      const answer = super.query({ ...asked, name }, ...(rest as [])) as unknown as Answer
      const failed = ({ code }: { code?: unknown }) => {
        // Where the first use of a name has failed, it may be unknown without any other session.
        const isProven = this.#proven.has(name)
        if (OF_ANOTHER_SESSION.includes(code) && (isProven || code === EXISTS) && ++strange === STRANGE_MOST)
          onPooler()
        if ((isProven && !USELESS.includes(code)) || this.#names.get(text)?.name !== name) return
        this.#names.delete(text)
        this.#retire(name)
        // The statement itself is sound: it was the first to be asked by a new name.
        if (this.#worked.has(text) && !USELESS.includes(code)) return
        this.#lost.set(text, (this.#lost.get(text) ?? 0) + 1)
      }
      const worked = () => {
        this.#proven.add(name)
        this.#worked.add(text)
      }
      // None where the caller gave a callback.
      answer?.then(worked, failed)
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

    #nameOf(text: string): string | null {
      if (strange >= STRANGE_MOST || (this.#lost.get(text) ?? 0) >= LOST_MOST) return null
      const known = this.#names.get(text)
      if (known !== undefined) {
        if (++known.uses === known.renewed) this.#renew(text, known)
        return known.name
      }
      if (this.#names.size >= PREPARED_MOST) return null
      const count = (this.#counts.get(text) ?? 0) + 1
      if (count < PREPARED_AFTER) {
        if (this.#counts.size >= COUNTED_MOST) this.#counts.clear()
        this.#counts.set(text, count)
        return null
      }
      this.#counts.delete(text)
      const name = this.#newName(text)
      this.#names.set(text, { name, uses: 0, renewed: RENEWED_AFTER })
      return name
    }

    /** Of its text: were the session that of another connection, a name could still never mean another statement. */
    #newName(text: string): string {
      const former = this.#former.get(text) ?? 0
      this.#former.set(text, former + 1)
      return `${createHash('sha256').update(text).digest('base64url')}_${former}`
    }

    #renew(text: string, named: Named): void {
      this.#retire(named.name)
      named.name = this.#newName(text)
      named.renewed *= 2
    }

    #retire(name: string): void {
      this.#proven.delete(name)
      this.#unused.push(name)
    }

    /** With the next statement: what was asked before by these names is answered before the database hears of it. */
    #closeUnused(): void {
      const connection = this.#wired
      for (const name of this.#unused.splice(0)) {
        connection.close({ type: 'S', name })
        delete connection.parsedStatements[name]
      }
    }
  }
}
