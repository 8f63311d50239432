/**
 * The journal file: every signed transaction is appended and fsynced here before it is first sent. The embedded database
 * runs without fsync, so after a loss of power this file alone may know what was sent.
 */
import type { JournalLine } from './journal-line.ts'

/** Decides which lines of the file matter. */
export type Retention = {
  /** Returns the lines of a portion that are kept. */
  select(lines: JournalLine[]): Promise<JournalLine[]>
  /** Runs after all portions, before the first line is dropped; `last`: the number of the last droppable one. */
  settle(last: number): Promise<void>
}

export type Journal = {
  /**
   * Resolves when the line is on the disk. Concurrent lines share one fsync; a line that exists is not written again.
   */
  append(line: JournalLine): Promise<void>
  /** Returns the number of the last line on the disk, including lines dropped since. */
  last(): number
  /** Lists the signatures of the lines that the file has for this operation. */
  signatures(operationId: string): string[]
  /**
   * Drops the lines that do not matter any more, once the file has grown large. Lines that are appended meanwhile are
   * kept; they wait for the last step alone, which takes the longer the more they are.
   */
  shorten(retention: Retention): Promise<void>
  close(): Promise<void>
}
