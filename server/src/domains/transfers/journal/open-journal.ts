/** Opens the journal file. */
import { mkdirSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { appendLine } from './append-lines.ts'
import { replaceFile } from './database-identity.ts'
import type { JournalFile } from './journal-file.ts'
import type { JournalLine } from './journal-line.ts'
import type { Journal } from './journal.ts'
import { toText } from './read-journal.ts'
import { rewriteFile } from './rewrite-file.ts'

const LONG = 20_000

/**
 * Rewrites the file with the lines that still matter; new lines are numbered from `last` on. `long`: the number of
 * lines from which the file is worth shortening.
 */
export async function openJournal(
  path: string,
  keep: JournalLine[],
  last: number,
  long = LONG,
): Promise<Journal> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  await replaceFile(path, toText(keep))
  const journal: JournalFile = {
    path,
    file: await open(path, 'a', 0o600),
    lines: keep.length,
    known: new Map(keep.map((line) => [line.signature, line.operationId])),
    last,
    waiting: [],
    running: null,
    isTorn: false,
    isListed: true,
    added: [],
    askedAgain: new Set(),
    shortening: null,
    isClosing: false,
    turn: null,
  }
  return {
    append: (line) => appendLine(journal, line),
    last: () => journal.last,
    signatures: (operationId) =>
      [...journal.known].flatMap(([signature, operation]) => (operation === operationId ? [signature] : [])),
    async shorten(retention) {
      if (journal.lines < long || journal.shortening || journal.isClosing) return
      journal.shortening = rewriteFile(journal, retention).finally(() => (journal.shortening = null))
      await journal.shortening
    },
    async close() {
      journal.isClosing = true
      await journal.shortening?.catch(() => undefined)
      while (journal.running) await journal.running
      await journal.file.close()
    },
  }
}
