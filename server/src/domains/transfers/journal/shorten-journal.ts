/** Drops the lines of the journal that do not matter any more. */
import { listUnpaid } from '../spending/restored-spends.store.ts'
import { untilCompared } from './compare.ts'
import { writeIdentity } from './database-identity.ts'
import type { JournalLine } from './journal-line.ts'
import { listReleased, saveLine } from './journal-state.store.ts'
import type { Journal } from './journal.ts'
import type { ReconciliationState } from './reconciliation.ts'
import { settledSignatures } from './restore.store.ts'

/** Comes before a line is dropped: its end must survive a loss of power, and both sides must know that it existed. */
export async function settleLine(state: ReconciliationState, lastLine: number): Promise<void> {
  const { db, directory, journalPath } = state
  await saveLine(db, directory, lastLine)
  await state.sync()
  await writeIdentity(journalPath, { database: state.database, directory, lastLine })
}

/** Returns the lines to keep. The spends of the others are on the disk by then. */
export async function selectUnsettled(
  { db, clock, spentFile }: ReconciliationState,
  all: JournalLine[],
): Promise<JournalLine[]> {
  const signatures = all.map((line) => line.signature)
  const settled = await settledSignatures(db, signatures)
  const released = await listReleased(db, signatures)
  const isOver = ({ signature }: JournalLine) => settled.has(signature) || released.has(signature)
  const over = all.filter(isOver)
  const unpaid = await listUnpaid(db, [
    ...new Set(over.flatMap(({ operationId, spent }) => (spent ? [operationId] : []))),
  ])
  await spentFile.keep(over, { now: clock.now(), unpaid })
  return all.filter((line) => !isOver(line))
}

/** See `Reconciliation`. */
export async function shortenJournal(state: ReconciliationState, journal: Journal): Promise<void> {
  const lost = await untilCompared(state, journal)
  if (state.hold !== null) return
  await journal.shorten({
    select: (lines) => selectUnsettled(state, lines),
    async settle(lastLine) {
      // The number would hide operations that another database lacks.
      if (lost !== state.losses())
        throw new Error('a database connection was lost while the journal was shortened')
      await settleLine(state, lastLine)
    },
  })
}
