/** Appends lines to the journal file, and lets work that needs the file alone run between two writes. */
import { fstatSync } from 'node:fs'
import { ensureListed, type JournalFile } from './journal-file.ts'
import type { JournalLine } from './journal-line.ts'
import { toText } from './read-journal.ts'

/** Resolves when the line is on the disk. */
export function appendLine(journal: JournalFile, line: JournalLine): Promise<void> {
  const written = new Promise<void>((done, failed) => journal.waiting.push({ line, done, failed }))
  journal.running ??= flush(journal)
  return written
}

/** Runs `work` while nothing is written: a caller that waits for such a moment from outside may never get one. */
export function betweenWrites<T>(journal: JournalFile, work: () => Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  journal.turn = () => work().then(resolve, reject)
  journal.running ??= flush(journal)
  return promise
}

async function flush(journal: JournalFile): Promise<void> {
  // It never ends before the caller has stored the promise.
  await Promise.resolve()
  while (journal.waiting.length > 0 || journal.turn) {
    if (journal.turn) {
      const alone = journal.turn
      journal.turn = null
      await alone()
      continue
    }
    await writeBatch(journal)
  }
  journal.running = null
}

async function writeBatch(journal: JournalFile): Promise<void> {
  const { known, askedAgain } = journal
  const batch = journal.waiting
  journal.waiting = []
  for (const { line } of batch)
    if (journal.shortening && known.has(line.signature)) askedAgain.add(line.signature)
  const fresh = [...new Map(batch.map(({ line }) => [line.signature, line])).values()]
    .filter((line) => !known.has(line.signature))
    .map((line, i) => ({ ...line, n: journal.last + 1 + i }))
  let size: number | null = null
  try {
    await ensureListed(journal)
    if (fresh.length > 0) {
      size = fstatSync(journal.file.fd).size
      await journal.file.appendFile((journal.isTorn ? '\n' : '') + toText(fresh))
      await journal.file.datasync()
      journal.isTorn = false
    }
    journal.last += fresh.length
    journal.lines += fresh.length
    for (const { signature, operationId } of fresh) {
      known.set(signature, operationId)
      if (journal.shortening) journal.added.push([signature, operationId])
    }
    for (const entry of batch) entry.done()
  } catch (error) {
    // Nobody sends a failed line: left there, it would have the number of a later one.
    if (size !== null)
      journal.isTorn = await journal.file.truncate(size).then(
        () => journal.isTorn,
        () => true,
      )
    for (const entry of batch) entry.failed(error)
  }
}
