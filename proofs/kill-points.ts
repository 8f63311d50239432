/**
 * Preloaded into the process of a desk (`node --import`), this kills it at an exact point of its work with funds. The
 * product does not know of it: the calls of Node, of the database and of the chain are observed from outside. In the
 * directory KILL_POINTS, `at` names the point and `log` gets a line for each point that was reached.
 */
import { appendFileSync, readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { isMainThread } from 'node:worker_threads'
import pg from 'pg'
import { Pool } from 'undici'

type When = 'before' | 'after'
type Hit = { name: string; ordinal: number; last: boolean }
type Query = (asked: string | { text: string }, params?: unknown, ...rest: unknown[]) => Promise<unknown>

type Parse = (statement: { text: string }, ...rest: unknown[]) => unknown

/**
 * Recognises the effects of a statement by its text (one may have several); `before` it is sent, and `after` the
 * transaction that it is part of.
 */
const STATEMENTS: [name: string, sql: RegExp][] = [
  ['operation', /^insert into "operations"|^\s*with inserted as \(\s*insert into operations/],
  ['signed', /^insert into "transactions"|^\s*with owned as [^]*insert into transactions/],
  ['status', /^\s*update transactions x set state|, settled as \(\s*update transactions x set state/],
  ['end', /^\s*with ended as \(\s*update operations/],
]

const dir = process.env.KILL_POINTS
const counts = new Map<string, number>()
let armed = ''
let confirmed = 0

/** The present target of the kill. A new word restarts the count. */
function read(): string {
  let word = ''
  try {
    word = readFileSync(join(dir ?? '', 'at'), 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  if (word !== armed) {
    armed = word
    counts.clear()
    confirmed = 0
  }
  return word
}

const say = (line: string) => appendFileSync(join(dir ?? '', 'log'), `${line}\n`)

/** One more of its kind begins. */
function begin(name: string, last = false): Hit {
  read()
  const ordinal = (counts.get(name) ?? 0) + 1
  counts.set(name, ordinal)
  const hit = { name, ordinal, last }
  pass('before', hit)
  return hit
}

function pass(when: When, { name, ordinal, last }: Hit): void {
  const word = read()
  say(`${name}:${when}:${ordinal}`)
  const [wanted, side, which] = word.split(':')
  if (wanted !== name || side !== when || (which === 'last' ? !last : which !== String(ordinal))) return
  say(`killed ${word}`)
  process.kill(process.pid, 'SIGKILL')
}

/** `status:after:last:62` is where the last of 62 transfers is confirmed. */
function confirmsLast(params: unknown[] | undefined): boolean {
  const transfers = Number(read().split(':')[3])
  const list = JSON.parse(String(params?.[0])) as { t: string; p: unknown[] }[]
  confirmed += list.filter(({ t }) => t === 'confirmed').reduce((sum, { p }) => sum + p.length, 0)
  return confirmed >= transfers
}

function recognise(sql: string, params: unknown[] | undefined): Hit[] {
  const names = STATEMENTS.filter(([, pattern]) => pattern.test(sql)).map(([name]) => name)
  // A statement that also ends the operation is the only one.
  const isLast = names.includes('status') && !names.includes('end') && confirmsLast(params)
  return names.map((name) => begin(name, name === 'status' && isLast))
}

function watchDatabase(): void {
  const proto = pg.Client.prototype as unknown as { query: Query }
  const { query } = proto
  /** For each connection with an open transaction, the effects recognised in it. */
  const begun = new WeakMap<object, Hit[]>()
  proto.query = async function watched(this: { connection: object }, asked, params, ...rest) {
    // The result comes by a callback, as for the settings of a new connection.
    if (!Array.isArray(params ?? [])) return query.call(this, asked, params, ...rest)
    const text = typeof asked === 'string' ? asked : asked.text
    if (/^begin/i.test(text)) begun.set(this.connection, [])
    const hits = recognise(text, params as unknown[] | undefined)
    const answer = await query.call(this, asked, params, ...rest)
    const before = begun.get(this.connection)
    if (before && !/^(commit|rollback)/i.test(text)) before.push(...hits)
    else {
      begun.delete(this.connection)
      if (!/^rollback/i.test(text)) for (const hit of [...(before ?? []), ...hits]) pass('after', hit)
    }
    return answer
  }
  // A transaction begins with its first statement, on the connection itself.
  const wire = pg.Connection.prototype as unknown as { parse: Parse }
  const { parse } = wire
  wire.parse = function watched(this: object, statement, ...rest) {
    if (/^begin/i.test(statement.text)) begun.set(this, [])
    return parse.call(this, statement, ...rest)
  }
}

/** Only the journal flushes its data to disk in this way. */
async function watchJournal(): Promise<void> {
  const some = await open('/dev/null')
  const proto = Object.getPrototypeOf(some) as { datasync(): Promise<void> }
  await some.close()
  const { datasync } = proto
  proto.datasync = async function watched() {
    const hit = begin('journal')
    await datasync.call(this)
    pass('after', hit)
  }
}

function watchChain(): void {
  const { request } = Pool.prototype
  Pool.prototype.request = async function watched(this: Pool, options: Parameters<typeof request>[0]) {
    const sends = typeof options.body === 'string' && options.body.includes('"method":"sendTransaction"')
    if (!sends) return request.call(this, options)
    const hit = begin('send')
    const answer = await request.call(this, options)
    // Executed and answered, but the caller has not received the answer.
    pass('after', hit)
    return answer
  }
}

if (dir !== undefined && isMainThread) {
  watchDatabase()
  watchChain()
  await watchJournal()
}
