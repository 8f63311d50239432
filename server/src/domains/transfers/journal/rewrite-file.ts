/** Rewrites the journal file without the lines that do not matter any more, while lines are appended. */
import { createReadStream, renameSync, rmSync, statSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { betweenWrites } from './append-lines.ts'
import { ensureListed, type JournalFile } from './journal-file.ts'
import type { Retention } from './journal.ts'
import { readPortions, toText } from './read-journal.ts'

export async function rewriteFile(journal: JournalFile, { select, settle }: Retention): Promise<void> {
  const { path } = journal
  const [upTo, end] = await betweenWrites(journal, async () => {
    journal.added = []
    journal.askedAgain.clear()
    return [journal.last, statSync(path).size]
  })
  rmSync(`${path}.new`, { force: true })
  const next = await open(`${path}.new`, 'ax', 0o600)
  try {
    const selected = new Map<string, string>()
    for await (const portion of readPortions(path, end)) {
      if (journal.isClosing) return
      const lines = await select(portion)
      for (const { signature, operationId } of lines) selected.set(signature, operationId)
      await next.appendFile(toText(lines))
    }
    // From then on the lines that were decided on and those that are kept are on the disk: appends wait for the rest.
    await next.datasync()
    await settle(upTo)
    if (journal.isClosing) return
    await betweenWrites(journal, () => swap(journal, { next, end, selected }))
  } finally {
    if (journal.file !== next) {
      await next.close()
      // This frees its space as well: the disk may be full.
      rmSync(`${path}.new`, { force: true })
    }
  }
}

/** `end`: the byte up to which lines were decided on; all bytes after it are copied unchanged, half a line included. */
async function swap(
  journal: JournalFile,
  { next, end, selected }: { next: FileHandle; end: number; selected: Map<string, string> },
): Promise<void> {
  const { path, added } = journal
  const known = new Map([...selected, ...added])
  // It was decided on before it was appended again: the next round decides with what is known then.
  if (![...journal.askedAgain].every((signature) => known.has(signature))) return
  for await (const bytes of createReadStream(path, { start: end })) await next.appendFile(bytes as Buffer)
  await next.sync()
  renameSync(`${path}.new`, path)
  // Whatever fails from here on, nothing is written to the file that has no name any more.
  const former = journal.file
  journal.file = next
  journal.isListed = false
  journal.lines = selected.size + added.length
  journal.known.clear()
  for (const [signature, operationId] of known) journal.known.set(signature, operationId)
  await former.close()
  await ensureListed(journal)
}
