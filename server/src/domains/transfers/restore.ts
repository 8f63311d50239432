/** After a loss of power, or of the database, the journal file may know more: what it alone knows is written back first. */
import type { Db } from '../../db/client.ts'
import { describe, type Log } from '../../kernel/log.ts'
import type { JournalLine } from './journal-line.ts'
import { releasedOf } from './journal-state.store.ts'
import * as store from './restore.store.ts'

/** Answers the lines that could not be restored; 'quietly': it is known already that they could not. */
export async function restoreFromJournal(
  db: Db,
  lines: JournalLine[],
  log: Log,
  how: 'aloud' | 'quietly' = 'aloud',
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
      // The account it belongs to is gone from the database as well: the line stays, and its wallets wait.
      left.push(line)
      if (how === 'aloud')
        log.error({ ...of, ...describe(error) }, 'a journaled transaction could not be restored')
    }
  }
  return left
}
