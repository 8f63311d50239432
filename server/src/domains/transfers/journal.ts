/**
 * The journal file: every signed transaction is appended and fsynced here before it is first sent. The embedded database
 * runs without fsync, so after a loss of power this file alone may know what was sent.
 */
import { mkdirSync, readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { replaceFile } from './identity.ts'
import type { JournalLine } from './journal-line.ts'

export type Journal = {
  /**
   * Resolves when the line is on the disk. Concurrent lines share one fsync; a line that exists is not written again.
   */
  append(line: JournalLine): Promise<void>
  /** The number of the last line on the disk, also of those dropped since. */
  last(): number
  /** Drops the lines that `keep` does not return, once the file has grown large. Appends wait meanwhile. */
  shorten(keep: (lines: JournalLine[], last: number) => Promise<JournalLine[]>): Promise<void>
  close(): Promise<void>
}

/** All complete lines; a torn last one was never followed by a send. */
export function readJournal(path: string): JournalLine[] {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
  return text.split('\n').flatMap((line) => {
    try {
      const read = JSON.parse(line) as JournalLine
      return typeof read.signature === 'string' && typeof read.bytes === 'string' ? [read] : []
    } catch {
      return []
    }
  })
}

/** Rewrites the file with the lines that still matter; new lines are numbered from `last` on. */
export async function openJournal(path: string, keep: JournalLine[], last: number): Promise<Journal> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  await replace(path, keep)
  return appender(path, keep, last)
}

/** Lines of older versions have no number: they get the next ones, in order. */
export function numbered(lines: JournalLine[], after: number): JournalLine[] {
  let last = lines.reduce((most, line) => Math.max(most, line.n ?? 0), after)
  return lines.map((line) => (line.n === undefined ? { ...line, n: ++last } : line))
}

const replace = (path: string, lines: JournalLine[]): Promise<void> =>
  replaceFile(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))

/** Lines after which the file is worth shortening. */
const LONG = 20_000

type Waiting = { line: JournalLine; done: () => void; failed: (error: unknown) => void }

async function appender(path: string, kept: JournalLine[], after: number): Promise<Journal> {
  let file = await open(path, 'a', 0o600)
  let lines = kept.length
  const there = new Set(kept.map((line) => line.signature))
  let last = after
  let waiting: Waiting[] = []
  let running: Promise<void> | null = null
  /** A failed write may have left half a line: the next one starts on a new line. */
  let torn = false

  async function flush(): Promise<void> {
    // Never done before the caller has stored the promise.
    await Promise.resolve()
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      const fresh = [...new Map(batch.map(({ line }) => [line.signature, line])).values()]
        .filter((line) => !there.has(line.signature))
        .map((line, i) => ({ ...line, n: last + 1 + i }))
      try {
        if (fresh.length > 0) {
          await file.appendFile(
            (torn ? '\n' : '') + fresh.map((line) => `${JSON.stringify(line)}\n`).join(''),
          )
          await file.datasync()
        }
        torn = false
        last += fresh.length
        lines += fresh.length
        for (const { signature } of fresh) there.add(signature)
        for (const entry of batch) entry.done()
      } catch (error) {
        torn = true
        for (const entry of batch) entry.failed(error)
      }
    }
    running = null
  }

  return {
    append(line) {
      const written = new Promise<void>((done, failed) => waiting.push({ line, done, failed }))
      running ??= flush()
      return written
    },
    last: () => last,
    async shorten(keep) {
      if (lines < LONG) return
      while (running) await running
      const rewriting = (async () => {
        const left = await keep(readJournal(path), last)
        await replace(path, left)
        await file.close()
        file = await open(path, 'a', 0o600)
        lines = left.length
        there.clear()
        for (const { signature } of left) there.add(signature)
      })()
      running = rewriting.catch(() => undefined).then(flush)
      await rewriting
    },
    async close() {
      while (running) await running
      await file.close()
    },
  }
}
