/** Statements that this process sends to a database, embedded or PostgreSQL, observed at the driver. */
import pg from 'pg'

type Ask = (sql: unknown, ...rest: unknown[]) => unknown
type Inner = { query: Ask }
/**
 * Without heartbeats, and without those that begin and end transactions. `transactions` counts the explicit ones, and
 * single statements that write.
 */
export type Sent = { statements: string[]; transactions: number }

let current: Sent | null = null

const CONTROL = /^\s*(begin|commit|rollback|savepoint|release|set )/i
const HEARTBEAT = /^\s*insert into processes/
const READS = /^\s*(select|with \w+ as materialized \(\s*select)/i

function see(sql: unknown, isAlone: boolean): void {
  if (!current) return
  const text = typeof sql === 'string' ? sql : ((sql as { text?: string } | null)?.text ?? '')
  if (/^\s*begin/i.test(text)) current.transactions++
  if (CONTROL.test(text) || HEARTBEAT.test(text)) return
  current.statements.push(text)
  if (isAlone && !READS.test(text)) current.transactions++
}

function watch(): void {
  /** Connections within a transaction. */
  const open = new WeakSet<object>()
  const proto = pg.Client.prototype as unknown as Inner
  const { query } = proto
  proto.query = function seen(this: { connection: object }, sql, ...rest) {
    const text = typeof sql === 'string' ? sql : ((sql as { text?: string } | null)?.text ?? '')
    if (/^\s*begin/i.test(text)) open.add(this.connection)
    if (/^\s*(commit|rollback)/i.test(text)) open.delete(this.connection)
    see(sql, !open.has(this.connection))
    return query.call(this, sql, ...rest)
  }
  // Before the first statement of a transaction its beginning is written on the connection itself.
  const wire = pg.Connection.prototype as unknown as { parse: Ask }
  const { parse } = wire
  wire.parse = function parsed(this: object, statement, ...rest) {
    const { text } = statement as { text: string }
    if (text.startsWith('begin')) {
      open.add(this)
      see(text, false)
    }
    return parse.call(this, statement, ...rest)
  }
}

watch()

/** Records while the work runs; one such work at a time. */
export async function recordStatements(work: () => Promise<void>): Promise<Sent> {
  const mine: Sent = { statements: [], transactions: 0 }
  current = mine
  try {
    await work()
  } finally {
    current = null
  }
  return mine
}
