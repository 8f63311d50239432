/** Writes back what only the journal file knows, after a loss of power or of the database. */
import type { Db } from '../../../db/client.ts'
import { describe, type Log } from '../../../kernel/log.ts'
import type { JournalLine } from './journal-line.ts'
import type { Journal } from './journal.ts'
import { readJournal } from './read-journal.ts'
import type { ReconciliationState } from './reconciliation.ts'
import { listReleased } from './journal-state.store.ts'
import * as store from './restore.store.ts'

/** Returns the lines that could not be restored; 'quietly': without logging them again. */
export async function restoreFromJournal(
  db: Db,
  lines: JournalLine[],
  log: Log,
  how: 'logged' | 'quietly' = 'logged',
): Promise<JournalLine[]> {
  const signatures = lines.map((line) => line.signature)
  const known = await store.knownSignatures(db, signatures)
  const released = await listReleased(db, signatures)
  const left: JournalLine[] = []
  for (const line of lines.filter((l) => !known.has(l.signature) && !released.has(l.signature))) {
    const of = { operation: line.operationId, signature: line.signature }
    try {
      await db.transaction((tx) => store.restoreTransaction(tx, line))
      log.warn(of, 'a transaction that the database had lost was restored from the journal')
    } catch (error) {
      // Its user is missing from the database as well: the line stays, and its wallets are held.
      left.push(line)
      if (how === 'logged')
        log.error({ ...of, ...describe(error) }, 'a journaled transaction could not be restored')
    }
  }
  return left
}

/** See `Reconciliation`. */
export async function restoreOperation(
  state: ReconciliationState,
  journal: Journal,
  id: string,
): Promise<void> {
  const { db, journalPath, restore } = state
  const signatures = journal.signatures(id)
  const there = await store.knownSignatures(db, signatures)
  if (signatures.every((one) => there.has(one))) return
  const still = await restore(readJournal(journalPath).filter((line) => line.operationId === id))
  state.unrestored = [...state.unrestored.filter((line) => line.operationId !== id), ...still]
}

/** Tries again to restore these lines; true when all are restored. */
export async function restoreAgain(state: ReconciliationState, lines: JournalLine[]): Promise<boolean> {
  const still = new Set(await state.restore(lines, 'quietly'))
  state.unrestored = state.unrestored.filter((line) => !lines.includes(line) || still.has(line))
  return still.size === 0
}
