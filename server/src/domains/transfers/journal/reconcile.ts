/**
 * Brings journal file and database together: at a start, and whenever a connection was lost, since the database behind the
 * next one may be older. What it lacks is restored. A database that is another one, or older than the file can make good,
 * is left as it is, and the server is on hold.
 */
import { randomUUID } from 'node:crypto'
import { DAY_MS } from '@purser/contract/time.ts'
import pLimit from 'p-limit'
import type { Db } from '../../../db/client.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Log } from '../../../kernel/log.ts'
import { initSetting } from '../../../kernel/settings.store.ts'
import { type Identity, readIdentity, writeIdentity } from './database-identity.ts'
import type { JournalLine } from './journal-line.ts'
import { type Journal, numbered, openJournal, readJournal } from './journal.ts'
import * as known from './journal-state.store.ts'
import { restoreFromJournal } from './restore-lines.ts'
import { knownSignatures, settledSignatures } from './restore.store.ts'
import { restoreSums, unpaidOf } from '../spending/restored-spends.store.ts'
import { createSpentFile } from '../spending/spent-file.ts'

/** Why nothing is signed: the database is another one than before, or it lacks operations that cannot be restored. */
export type Hold = 'other_database' | 'older_database'
/** How the operator ends the hold: the database is a new one, or is taken as it is. */
export type Acceptance = 'new' | 'older'

export type ReconcileParts = {
  db: Db
  journalPath: string
  clock: Pick<Clock, 'now' | 'sleep'>
  log: Log
  sync(): Promise<void>
  /** How often a connection to the database was lost; without it none ever is. */
  losses?: (() => number) | undefined
  /** Other processes, each with a journal of its own, may be on this database. */
  isShared?: boolean
  /** Ends what waits. */
  signal?: AbortSignal
}

/** Where others share the database they restore within this time what their journals alone know. */
const OTHERS_RESTORE_MS = 5_000

export async function reconcile(parts: ReconcileParts) {
  const { db, journalPath, clock, log, losses = () => 0, isShared = false, signal } = parts
  const file = readIdentity(journalPath)
  const spentFile = createSpentFile(journalPath)
  const readDatabase = () => initSetting(db, 'database_identity', randomUUID())
  /** Connections that were lost before the last comparison. */
  let compared = losses()
  let comparing: Promise<void> | null = null
  let database = await readDatabase()
  let expected = file?.database ?? database
  const directory = file?.directory ?? randomUUID()
  const lines = numbered(readJournal(journalPath), file?.lastLine ?? 0)
  const written = Math.max(file?.lastLine ?? 0, ...lines.map((line) => line.n ?? 0))
  const last = Math.max(written, (file && (await known.readLine(db, directory))) ?? 0)

  let hold: Hold | null = null
  /** Lines that cannot be restored: they are kept, and hold their wallets. */
  let left: JournalLine[] = lines
  const oneByOne = pLimit(1)
  const restore = (some: JournalLine[], how?: 'quietly'): Promise<JournalLine[]> =>
    oneByOne(() => restoreFromJournal(db, some, log, how))

  /** `all`: the lines of the file; `number`: of the last one that was ever written. */
  async function compare(all: JournalLine[], number: number): Promise<void> {
    if ((await readDatabase()) !== expected) {
      left = all
      hold = 'other_database'
      return
    }
    const restored = (await known.readLine(db, directory)) ?? 0
    left = await restore(all)
    await restoreSpent(all)
    const since = all.filter((line) => (line.n ?? 0) > restored).length
    if (number - restored > since) hold = 'older_database'
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

  await compare(lines, file ? written : 0)
  if (hold === null) await settle(last)
  const journal: Journal = await openJournal(journalPath, hold === null ? await matter(lines) : lines, last)
  const tell = () => log.error({ hold }, 'on hold: nothing is signed until npm run release')
  if (hold !== null) tell()

  async function compareAgain(): Promise<void> {
    const lost = losses()
    await compare(readJournal(journalPath), journal.last())
    log.info({}, 'a database connection was lost: the database was compared with the journal')
    if (hold !== null) tell()
    else if (isShared) await clock.sleep(OTHERS_RESTORE_MS, signal)
    compared = lost
  }

  /** See `compared` below. */
  async function untilCompared(): Promise<number> {
    while (hold === null && compared !== losses()) {
      signal?.throwIfAborted()
      await (comparing ??= compareAgain().finally(() => (comparing = null)))
    }
    return compared
  }

  return {
    journal,
    get hold() {
      return hold
    },
    left: (): JournalLine[] => left,

    /**
     * Resolves when the database was compared since a connection was last lost, with the number of those losses: what it
     * tells of former transactions may be relied on then. At once where none was lost, and on hold.
     */
    compared: untilCompared,

    /** Restores what the database lacks of this operation. One query, and none where the journal has no line of it. */
    async restoreOperation(id: string): Promise<void> {
      const signatures = journal.signatures(id)
      const there = await knownSignatures(db, signatures)
      if (signatures.every((one) => there.has(one))) return
      const still = await restore(readJournal(journalPath).filter((line) => line.operationId === id))
      left = [...left.filter((line) => line.operationId !== id), ...still]
    },

    /** Tries again to restore these lines; true when all are restored. */
    async again(which: JournalLine[]): Promise<boolean> {
      const still = new Set(await restore(which, 'quietly'))
      left = left.filter((line) => !which.includes(line) || still.has(line))
      return still.size === 0
    },

    /** The operator accepts this database. False: it is not as they say. */
    async accept(as: Acceptance): Promise<boolean> {
      if (hold === null) return true
      if (as === 'new' && !(await known.isEmpty(db))) return false
      const lost = losses()
      const all = readJournal(journalPath)
      database = expected = await readDatabase()
      left = await restore(all)
      await restoreSpent(all)
      await settle(journal.last())
      compared = lost
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
      const lost = await untilCompared()
      if (hold !== null) return
      await journal.shorten({
        among: matter,
        async settle(lastLine) {
          // Its number would hide what another database lacks.
          if (lost !== losses())
            throw new Error('a database connection was lost while the journal was shortened')
          await settle(lastLine)
        },
      })
    },
  }
}
