/** The journal file while it is open. Appends and the swap of the file take turns: one writes at a time. */
import type { FileHandle } from 'node:fs/promises'
import { syncDirectory } from './database-identity.ts'
import type { JournalLine } from './journal-line.ts'

export type PendingLine = { line: JournalLine; done: () => void; failed: (error: unknown) => void }

export type JournalFile = {
  readonly path: string
  file: FileHandle
  /** Lines in the file. */
  lines: number
  /** The operation of each line, by signature. */
  readonly known: Map<string, string>
  /** The number of the last line. */
  last: number
  waiting: PendingLine[]
  running: Promise<void> | null
  /** A failed write may have left half a line that could not be taken back: the next one starts on a new line. */
  isTorn: boolean
  /** False: after a loss of power the path may lead to the file before this one. */
  isListed: boolean
  /** Lines appended since the shortening began. */
  added: [signature: string, operationId: string][]
  /** Signatures of existing lines that were appended again since then: they are sent once more. */
  readonly askedAgain: Set<string>
  shortening: Promise<void> | null
  isClosing: boolean
  /** Runs between two writes. */
  turn: (() => Promise<void>) | null
}

export async function ensureListed(journal: JournalFile): Promise<void> {
  if (journal.isListed) return
  await syncDirectory(journal.path)
  journal.isListed = true
}
