/**
 * Brings journal file and database together: at a start, and whenever a connection was lost, since the database behind
 * the next one may be older. Missing operations are restored. A database that is another one, or too old for the file
 * to restore, is left unchanged, and the server is on hold.
 */
import type { Db } from '../../../db/client.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Log } from '../../../kernel/log.ts'
import type { SpentFile } from '../spending/spent-file.ts'
import type { JournalLine } from './journal-line.ts'
import type { Journal } from './journal.ts'

/** Why nothing is signed: the database is another one than before, or it lacks operations that cannot be restored. */
export type Hold = 'other_database' | 'older_database'
/** The operator's way to end the hold: the database is a new one, or is taken as it is. */
export type Acceptance = 'new' | 'older'

export type ReconciliationParts = {
  db: Db
  journalPath: string
  clock: Pick<Clock, 'now' | 'sleep'>
  log: Log
  sync(): Promise<void>
  /** Counts how often a connection to the database was lost; without it none ever is. */
  losses?: (() => number) | undefined
  /** Other processes, each with a journal of its own, may be on this database. */
  isShared?: boolean
  /** Ends the waits. */
  signal?: AbortSignal
}

/** The state that the verbs share. */
export type ReconciliationState = ReconciliationParts & {
  losses: () => number
  /** The id of this data directory. */
  directory: string
  spentFile: SpentFile
  /** Restores these lines, one call after another. Returns those that cannot be restored. */
  restore(lines: JournalLine[], how?: 'quietly'): Promise<JournalLine[]>
  /** The id of this database, and that of the one that belongs to this data directory. */
  database: string
  expected: string
  hold: Hold | null
  /** Lines that cannot be restored: they are kept, and hold their wallets. */
  unrestored: JournalLine[]
  /** Connections that were lost before the last comparison. */
  comparedLosses: number
  comparing: Promise<void> | null
}

export type Reconciliation = {
  journal: Journal
  hold(): Hold | null
  /** Lists the lines that cannot be restored. */
  unrestored(): JournalLine[]
  /**
   * Resolves when the database was compared since a connection was last lost, with the number of those losses: its
   * record of earlier transactions is reliable then. Resolves at once if none was lost, and on hold.
   */
  untilCompared(): Promise<number>
  /** Restores the missing part of this operation. One query, and none if the journal has no line of it. */
  restoreOperation(id: string): Promise<void>
  /** Tries again to restore these lines; true when all are restored. */
  restoreAgain(lines: JournalLine[]): Promise<boolean>
  /** Ends the hold: the operator accepts this database. False: it is not as they say. */
  accept(as: Acceptance): Promise<boolean>
  /** Releases the lines of these signatures for good. */
  release(signatures: string[]): Promise<void>
  /** Drops the lines of the journal that do not matter any more. */
  shorten(): Promise<void>
}
