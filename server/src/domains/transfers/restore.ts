/** After a loss of power the journal file may know more than the database: what it alone knows is written back first. */
import type { Db } from '../../db/client.ts'
import { describe, type Log } from '../../kernel/log.ts'
import type { JournalLine } from './journal-line.ts'
import * as store from './restore.store.ts'

export async function restoreFromJournal(db: Db, lines: JournalLine[], log: Log): Promise<number> {
  const known = await store.knownSignatures(
    db,
    lines.map((line) => line.signature),
  )
  let restored = 0
  for (const line of lines.filter((l) => !known.has(l.signature))) {
    try {
      await db.transaction((tx) => store.restoreTransaction(tx as unknown as Db, line))
      restored++
      log.warn(
        { operation: line.operationId, signature: line.signature },
        'a transaction that the database had lost was restored from the journal',
      )
    } catch (error) {
      // The account it belongs to is gone from the database as well: the chain's memo still tells what it was.
      log.error(
        { operation: line.operationId, signature: line.signature, ...describe(error) },
        'a journaled transaction could not be restored',
      )
    }
  }
  return restored
}
