/**
 * The names of one connection's prepared statements: which texts have one, and which names work. All connections of one
 * pool give up names once these prove useless.
 */
import { createHash } from 'node:crypto'

/** Each plan takes some tens of kilobytes of the database's memory, so a connection keeps only this many. */
const PREPARED_AFTER = 5
const PREPARED_MOST = 250
const COUNTED_MOST = 2_000
/**
 * After this many uses, twice as many, and so on, a statement gets another name. The database then chooses anew between
 * one plan for all values and one for each: it compares with the cost of its first plans, which may be for tables that
 * were empty.
 */
const RENEWED_AFTER = 32
/** The session behind the connection is another one: it has no statement of this name, or has one already. */
const EXISTS = '42P05'
const ANOTHER_SESSION: unknown[] = ['26000', EXISTS]
/**
 * Errors after which a name would fail for as long as the connection lives: those, a statement whose columns have
 * changed, or (no code) one that the driver closed because a value could not be written.
 */
const USELESS: unknown[] = [...ANOTHER_SESSION, '0A000', undefined]
/**
 * This many such errors mean a connection pooler that gives each transaction another session: names are useless with
 * it.
 */
const STRANGE_MOST = 3
/** The database keeps a statement whose name was lost, so that a text may lose only this many. */
const LOST_MOST = 3

/**
 * The connections of one pool. `strange`: errors of another session so far; `onPooler`: called once there are too many.
 */
export type NamingPool = { strange: number; onPooler(): void }

type Named = { name: string; uses: number; renewed: number }

/** Maps and sets are keyed by text, unless they say otherwise. */
export type StatementNames = {
  pool: NamingPool
  /** How often a text without a name was sent. */
  counts: Map<string, number>
  names: Map<string, Named>
  /** Names that have worked. */
  proven: Set<string>
  /** Texts for which some name has worked. */
  worked: Set<string>
  /** Names that the database need not keep. */
  unused: string[]
  /** How often a text has lost its name to an error. */
  lost: Map<string, number>
  /** How many names a text has had. */
  former: Map<string, number>
}

export const noNames = (pool: NamingPool): StatementNames => ({
  pool,
  counts: new Map(),
  names: new Map(),
  proven: new Set(),
  worked: new Set(),
  unused: [],
  lost: new Map(),
  former: new Map(),
})

/** The name of this text's statement; null: it is sent without one. */
export function nameStatement(statements: StatementNames, text: string): string | null {
  const { pool, counts, names, lost } = statements
  if (pool.strange >= STRANGE_MOST || (lost.get(text) ?? 0) >= LOST_MOST) return null
  const known = names.get(text)
  if (known !== undefined) {
    if (++known.uses === known.renewed) renew(statements, text, known)
    return known.name
  }
  if (names.size >= PREPARED_MOST) return null
  const count = (counts.get(text) ?? 0) + 1
  if (count < PREPARED_AFTER) {
    if (counts.size >= COUNTED_MOST) counts.clear()
    counts.set(text, count)
    return null
  }
  counts.delete(text)
  const name = newName(statements, text)
  names.set(text, { name, uses: 0, renewed: RENEWED_AFTER })
  return name
}

export function noteAnswer({ proven, worked }: StatementNames, text: string, name: string): void {
  proven.add(name)
  worked.add(text)
}

export function noteError(
  statements: StatementNames,
  { text, name }: { text: string; name: string },
  code: unknown,
): void {
  const { pool, names, proven, worked, lost } = statements
  // A name may be unknown without any other session if its first use has failed.
  const isProven = proven.has(name)
  if (ANOTHER_SESSION.includes(code) && (isProven || code === EXISTS) && ++pool.strange === STRANGE_MOST)
    pool.onPooler()
  if ((isProven && !USELESS.includes(code)) || names.get(text)?.name !== name) return
  names.delete(text)
  retire(statements, name)
  // The statement itself is sound: it was only the first use of a new name.
  if (worked.has(text) && !USELESS.includes(code)) return
  lost.set(text, (lost.get(text) ?? 0) + 1)
}

/** Made from its text: even if the session were another connection's, a name could never mean another statement. */
function newName({ former }: StatementNames, text: string): string {
  const count = former.get(text) ?? 0
  former.set(text, count + 1)
  return `${createHash('sha256').update(text).digest('base64url')}_${count}`
}

function renew(statements: StatementNames, text: string, named: Named): void {
  retire(statements, named.name)
  named.name = newName(statements, text)
  named.renewed *= 2
}

function retire({ proven, unused }: StatementNames, name: string): void {
  proven.delete(name)
  unused.push(name)
}
