/**
 * At a start: brings journal file and database together. What the database has lost is restored. A database that is
 * another one, or older than the file can make good, is left as it is, and the server is on hold.
 */
import { randomUUID } from 'node:crypto'
import { DAY_MS } from '@purser/contract/time.ts'
import type { Db } from '../../db/client.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import { initSetting } from '../../kernel/settings.store.ts'
import { type Identity, readIdentity, writeIdentity } from './identity.ts'
import type { JournalLine } from './journal-line.ts'
import { type Journal, numbered, openJournal, readJournal } from './journal.ts'
import * as known from './journal-state.store.ts'
import { restoreFromJournal } from './restore.ts'
import { settledSignatures } from './restore.store.ts'
import { restoreSums, unpaidOf } from './spending/restored-spends.store.ts'
import { createSpentFile } from './spending/spent-file.ts'

/** Why nothing is signed: the database is another one than before, or it lacks operations that cannot be restored. */
export type Hold = 'other_database' | 'older_database'
/** How the operator ends the hold: the database is a new one, or is taken as it is. */
export type Acceptance = 'new' | 'older'

export type ReconcileParts = {
  db: Db
  journalPath: string
  clock: Pick<Clock, 'now'>
  log: Log
  sync(): Promise<void>
}

export async function reconcile(parts: ReconcileParts) {
  const { db, journalPath, clock, log } = parts
  const file = readIdentity(journalPath)
  const spentFile = createSpentFile(journalPath)
  const database = await initSetting(db, 'database_identity', randomUUID())
  const lines = numbered(readJournal(journalPath), file?.lastLine ?? 0)
  const directory = file?.directory ?? randomUUID()
  const restored = file ? await known.readLine(db, directory) : null
  const written = Math.max(file?.lastLine ?? 0, ...lines.map((line) => line.n ?? 0))
  const last = Math.max(written, restored ?? 0)

  let hold: Hold | null = null
  /** Lines that cannot be restored: they are kept, and hold their wallets. */
  let left: JournalLine[] = lines
  if (file && file.database !== database) hold = 'other_database'
  else {
    left = await restoreFromJournal(db, lines, log)
    await restoreSpent(lines)
    const since = lines.filter((line) => (line.n ?? 0) > (restored ?? 0)).length
    if (file && written - (restored ?? 0) > since) hold = 'older_database'
  }

  /**
   * What this database has lost counts towards the limits of real money: of lines that were dropped, of those that cannot
   * be restored, and of those that the operator has let go.
   */
  async function restoreSpent(all: JournalLine[]): Promise<void> {
    const now = clock.now()
    await restoreSums(db, await spentFile.all(all, now), new Date(now - DAY_MS))
  }

  const identity = (lastLine: number): Identity => ({ database, directory, lastLine })
  /** Before a line is dropped: its end must survive a loss of power, and both sides must know that it was there. */
  async function settle(lastLine: number): Promise<void> {
    await known.saveLine(db, directory, lastLine)
    await parts.sync()
    await writeIdentity(journalPath, identity(lastLine))
  }
  /** Those that are to be kept. What the others have spent is on the disk by then. */
  async function matter(all: JournalLine[]): Promise<JournalLine[]> {
    const signatures = all.map((line) => line.signature)
    const settled = await settledSignatures(db, signatures)
    const released = await known.releasedOf(db, signatures)
    const isOver = ({ signature }: JournalLine) => settled.has(signature) || released.has(signature)
    const over = all.filter(isOver)
    const unpaid = await unpaidOf(db, [
      ...new Set(over.flatMap(({ operationId, spent }) => (spent ? [operationId] : []))),
    ])
    await spentFile.keep(over, { now: clock.now(), unpaid })
    return all.filter((line) => !isOver(line))
  }

  if (hold === null) await settle(last)
  const journal: Journal = await openJournal(journalPath, hold === null ? await matter(lines) : lines, last)
  if (hold !== null) log.error({ hold }, 'on hold: nothing is signed until npm run release')

  return {
    journal,
    get hold() {
      return hold
    },
    left: (): JournalLine[] => left,

    /** Tries again to restore these lines; true when all are restored. */
    async again(which: JournalLine[]): Promise<boolean> {
      const still = new Set(await restoreFromJournal(db, which, log, 'quietly'))
      left = left.filter((line) => !which.includes(line) || still.has(line))
      return still.size === 0
    },

    /** The operator accepts this database. False: it is not as they say. */
    async accept(as: Acceptance): Promise<boolean> {
      if (hold === null) return true
      if (as === 'new' && !(await known.isEmpty(db))) return false
      const all = readJournal(journalPath)
      left = await restoreFromJournal(db, all, log)
      await restoreSpent(all)
      await settle(journal.last())
      hold = null
      log.warn({ as }, 'the operator has accepted the database: the hold is over')
      return true
    },

    /** Releases the lines of these signatures for good. */
    async release(signatures: string[]): Promise<void> {
      await known.release(db, signatures)
      left = left.filter((line) => !signatures.includes(line.signature))
    },

    async shorten(): Promise<void> {
      if (hold !== null) return
      await journal.shorten({ among: matter, settle })
    },
  }
}
