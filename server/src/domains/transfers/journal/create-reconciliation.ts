/** Composes the verbs that bring journal file and database together. */
import { randomUUID } from 'node:crypto'
import pLimit from 'p-limit'
import { createSpentFile } from '../spending/spent-file.ts'
import { acceptDatabase } from './accept-database.ts'
import { compare, reportHold, untilCompared } from './compare.ts'
import { readDatabaseId, readIdentity } from './database-identity.ts'
import { readLine, release } from './journal-state.store.ts'
import { openJournal } from './open-journal.ts'
import { numbered, readJournal } from './read-journal.ts'
import type { Reconciliation, ReconciliationParts, ReconciliationState } from './reconciliation.ts'
import { restoreAgain, restoreFromJournal, restoreOperation } from './restore-lines.ts'
import { selectUnsettled, settleLine, shortenJournal } from './shorten-journal.ts'

export async function createReconciliation(parts: ReconciliationParts): Promise<Reconciliation> {
  const { db, journalPath, log, losses = () => 0 } = parts
  const file = readIdentity(journalPath)
  const comparedLosses = losses()
  const database = await readDatabaseId(db)
  const directory = file?.directory ?? randomUUID()
  const lines = numbered(readJournal(journalPath), file?.lastLine ?? 0)
  const written = Math.max(file?.lastLine ?? 0, ...lines.map((line) => line.n ?? 0))
  const last = Math.max(written, (file && (await readLine(db, directory))) ?? 0)
  const oneByOne = pLimit(1)
  const state: ReconciliationState = {
    ...parts,
    losses,
    directory,
    spentFile: createSpentFile(journalPath),
    restore: (some, how) => oneByOne(() => restoreFromJournal(db, some, log, how)),
    database,
    expected: file?.database ?? database,
    hold: null,
    unrestored: lines,
    comparedLosses,
    comparing: null,
  }
  await compare(state, lines, file ? written : 0)
  if (state.hold === null) await settleLine(state, last)
  const kept = state.hold === null ? await selectUnsettled(state, lines) : lines
  const journal = await openJournal(journalPath, kept, last)
  if (state.hold !== null) reportHold(state)

  return {
    journal,
    hold: () => state.hold,
    unrestored: () => state.unrestored,
    untilCompared: () => untilCompared(state, journal),
    restoreOperation: (id) => restoreOperation(state, journal, id),
    restoreAgain: (some) => restoreAgain(state, some),
    accept: (as) => acceptDatabase(state, journal, as),
    async release(signatures) {
      await release(db, signatures)
      state.unrestored = state.unrestored.filter((line) => !signatures.includes(line.signature))
    },
    shorten: () => shortenJournal(state, journal),
  }
}
