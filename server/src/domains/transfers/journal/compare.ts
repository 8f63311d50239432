/** Compares the database with the journal, and restores missing operations. */
import { DAY_MS } from '@purser/contract/time.ts'
import { restoreSums } from '../spending/restored-spends.store.ts'
import { readDatabaseId } from './database-identity.ts'
import type { JournalLine } from './journal-line.ts'
import { readLine } from './journal-state.store.ts'
import type { Journal } from './journal.ts'
import { readJournal } from './read-journal.ts'
import type { ReconciliationState } from './reconciliation.ts'

/** Processes that share the database restore within this time what only their journals know. */
const OTHERS_RESTORE_MS = 5_000

/** `all`: the lines of the file; `number`: that of the last line ever written. */
export async function compare(state: ReconciliationState, all: JournalLine[], number: number): Promise<void> {
  const { db, directory } = state
  if ((await readDatabaseId(db)) !== state.expected) {
    state.unrestored = all
    state.hold = 'other_database'
    return
  }
  const restored = (await readLine(db, directory)) ?? 0
  state.unrestored = await state.restore(all)
  await restoreSpent(state, all)
  const since = all.filter((line) => (line.n ?? 0) > restored).length
  if (number - restored > since) state.hold = 'older_database'
}

/**
 * Counts spends that this database has lost towards the limits of real money: those of dropped lines, of lines that
 * cannot be restored, and of those that the operator has released.
 */
export async function restoreSpent(
  { db, clock, spentFile }: ReconciliationState,
  all: JournalLine[],
): Promise<void> {
  const now = clock.now()
  await restoreSums(db, await spentFile.all(all, now), new Date(now - DAY_MS))
}

export function reportHold({ log, hold }: ReconciliationState): void {
  log.error({ hold }, 'on hold: nothing is signed until npm run release')
}

/** See `Reconciliation`. */
export async function untilCompared(state: ReconciliationState, journal: Journal): Promise<number> {
  while (state.hold === null && state.comparedLosses !== state.losses()) {
    state.signal?.throwIfAborted()
    await (state.comparing ??= compareAgain(state, journal).finally(() => (state.comparing = null)))
  }
  return state.comparedLosses
}

async function compareAgain(state: ReconciliationState, journal: Journal): Promise<void> {
  const { journalPath, clock, log, losses, isShared = false, signal } = state
  const lost = losses()
  await compare(state, readJournal(journalPath), journal.last())
  log.info({}, 'a database connection was lost: the database was compared with the journal')
  if (state.hold !== null) reportHold(state)
  else if (isShared) await clock.sleep(OTHERS_RESTORE_MS, signal)
  state.comparedLosses = lost
}
