/** After a loss of power, or of the database: writes back what only the journal file knows. */
import type { Db } from '../../../db/client.ts'
import { describe, type Log } from '../../../kernel/log.ts'
import type { JournalLine } from './journal-line.ts'
import { releasedOf } from './journal-state.store.ts'
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
  const released = await releasedOf(db, signatures)
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
