import { restoreSpent } from './compare.ts'
import { readDatabaseId } from './database-identity.ts'
import { isEmpty } from './journal-state.store.ts'
import type { Journal } from './journal.ts'
import { readJournal } from './read-journal.ts'
import type { Acceptance, ReconciliationState } from './reconciliation.ts'
import { settleLine } from './shorten-journal.ts'

/** Ends the hold: the operator accepts this database. False: it is not as they say. */
export async function acceptDatabase(
  state: ReconciliationState,
  journal: Journal,
  as: Acceptance,
): Promise<boolean> {
  const { db, journalPath, losses, log } = state
  if (state.hold === null) return true
  if (as === 'new' && !(await isEmpty(db))) return false
  const lost = losses()
  const all = readJournal(journalPath)
  state.database = state.expected = await readDatabaseId(db)
  state.unrestored = await state.restore(all)
  await restoreSpent(state, all)
  await settleLine(state, journal.last())
  state.comparedLosses = lost
  state.hold = null
  log.warn({ as }, 'the operator accepted the database: the hold is lifted')
  return true
}
