/**
 * The journal file: every signed transaction is appended and fsynced here before it is first sent. The embedded database
 * runs without fsync, so after a loss of power this file alone may know what was sent.
 */
import { mkdirSync, readFileSync, renameSync } from 'node:fs'
import { open, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

export type JournalLine = {
  operationId: string
  userId: number
  type: string
  originKey: string
  attempt: number
  signature: string
  /** The signed transaction in base64. */
  bytes: string
  lastValidBlockHeight: string
  /** At which its blockhash was read. */
  slot?: string
  /** Of an operation of many transfers: those that it holds, and what it costs in lamports. */
  positions?: number[]
  fee?: string
  /** By position, the user's wallet that the transfer concerns: the bytes tell the rest. */
  wallets?: [id: number | null, name: string][]
  /** What its kind wants to know of the request when that is lost with the database. */
  request?: unknown
}

export type Journal = {
  /** Resolves when the line is on the disk. Lines that come together share one fsync. */
  append(line: JournalLine): Promise<void>
  /** Drops the lines that `keep` does not name, once the file has grown large. What is appended meanwhile waits. */
  shorten(keep: () => Promise<Set<string>>): Promise<void>
  close(): Promise<void>
}

/** The whole lines of the file; a torn last one was never followed by a send. */
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

/** Begins anew with the lines that still matter. */
export async function openJournal(path: string, keep: JournalLine[]): Promise<Journal> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  await replace(path, keep)
  return appender(path, keep.length)
}

/** The new file is whole and on the disk before it takes the old one's place. */
async function replace(path: string, lines: JournalLine[]): Promise<void> {
  const fresh = `${path}.new`
  await writeFile(fresh, lines.map((line) => `${JSON.stringify(line)}\n`).join(''), {
    mode: 0o600,
    flush: true,
  })
  renameSync(fresh, path)
  const dir = await open(dirname(path))
  try {
    await dir.sync()
  } finally {
    await dir.close()
  }
}

/** Lines after which the file is worth shortening. */
const LONG = 20_000

async function appender(path: string, kept: number): Promise<Journal> {
  let file = await open(path, 'a', 0o600)
  let lines = kept
  let waiting: { text: string; done: () => void; failed: (error: unknown) => void }[] = []
  let running: Promise<void> | null = null
  /** A write that failed may have left half a line: the next one begins on a new one. */
  let torn = false

  async function flush(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      try {
        await file.appendFile((torn ? '\n' : '') + batch.map((entry) => entry.text).join(''))
        await file.datasync()
        torn = false
        lines += batch.length
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
      const written = new Promise<void>((done, failed) =>
        waiting.push({ text: `${JSON.stringify(line)}\n`, done, failed }),
      )
      running ??= flush()
      return written
    },
    async shorten(keep) {
      if (lines < LONG) return
      while (running) await running
      const rewriting = (async () => {
        const names = await keep()
        const left = readJournal(path).filter((line) => names.has(line.signature))
        await replace(path, left)
        await file.close()
        file = await open(path, 'a', 0o600)
        lines = left.length
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
