/**
 * The journal file: every signed transaction is appended and fsynced here before it is first sent. The embedded database
 * runs without fsync, so after a loss of power this file alone may know what was sent.
 */
import { createReadStream, fstatSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { replaceFile, syncDirectory } from './database-identity.ts'
import type { JournalLine } from './journal-line.ts'

/** What decides which lines of the file matter. */
export type Kept = {
  /** Those of a portion that are to be kept. */
  among(lines: JournalLine[]): Promise<JournalLine[]>
  /** After all portions, before the first line is dropped; `last`: the number of the last one that may be. */
  settle(last: number): Promise<void>
}

export type Journal = {
  /**
   * Resolves when the line is on the disk. Concurrent lines share one fsync; a line that exists is not written again.
   */
  append(line: JournalLine): Promise<void>
  /** The number of the last line on the disk, also of those dropped since. */
  last(): number
  /** Of the lines that the file has for this operation. */
  signatures(operationId: string): string[]
  /**
   * Drops the lines that do not matter any more, once the file has grown large. Lines that come meanwhile are kept; they wait
   * for the last step alone, which is as long as they are many.
   */
  shorten(kept: Kept): Promise<void>
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
  return text.split('\n').flatMap(toLine)
}

function toLine(text: string): JournalLine[] {
  try {
    const read = JSON.parse(text) as JournalLine
    return typeof read.signature === 'string' && typeof read.bytes === 'string' ? [read] : []
  } catch {
    return []
  }
}

/** The lines before this byte. All of them at once would be some hundred megabytes. */
async function* portionsOf(path: string, end: number): AsyncGenerator<JournalLine[]> {
  let portion: JournalLine[] = []
  let rest = ''
  for await (const text of createReadStream(path, { end: end - 1, encoding: 'utf8' })) {
    const texts = (rest + String(text)).split('\n')
    rest = texts.pop() ?? ''
    portion.push(...texts.flatMap(toLine))
    if (portion.length < PORTION) continue
    yield portion
    portion = []
  }
  yield [...portion, ...toLine(rest)]
}

/**
 * Rewrites the file with the lines that still matter; new lines are numbered from `last` on. `long`: lines after which the
 * file is worth shortening.
 */
export async function openJournal(
  path: string,
  keep: JournalLine[],
  last: number,
  long = LONG,
): Promise<Journal> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  await replaceFile(path, textOf(keep))
  return appender(path, keep, last, long)
}

/** Lines of older versions have no number: they get the next ones, in order. */
export function numbered(lines: JournalLine[], after: number): JournalLine[] {
  let last = lines.reduce((most, line) => Math.max(most, line.n ?? 0), after)
  return lines.map((line) => (line.n === undefined ? { ...line, n: ++last } : line))
}

const textOf = (lines: JournalLine[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('')

const LONG = 20_000
/** Read and decided on at once. */
const PORTION = 500

type Waiting = { line: JournalLine; done: () => void; failed: (error: unknown) => void }

async function appender(path: string, kept: JournalLine[], after: number, long: number): Promise<Journal> {
  let file = await open(path, 'a', 0o600)
  let lines = kept.length
  /** By signature, the operation of each line. */
  const there = new Map(kept.map((line) => [line.signature, line.operationId]))
  let last = after
  let waiting: Waiting[] = []
  let running: Promise<void> | null = null
  /** A failed write may have left half a line, and could not be taken back: the next one starts on a new line. */
  let torn = false
  /** After a loss of power the path may lead to the file before this one. */
  let isListed = true
  /** Of the lines that came since it began. */
  let added: [signature: string, operationId: string][] = []
  /** Of lines that were there already, asked for since: they are sent once more. */
  const askedAgain = new Set<string>()
  let shortening: Promise<void> | null = null
  let isClosing = false
  /** Runs between two writes. */
  let turn: (() => Promise<void>) | null = null

  /** While nothing is written: waited for from outside, that moment may never come. */
  function between<T>(work: () => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    turn = () => work().then(resolve, reject)
    running ??= flush()
    return promise
  }

  async function list(): Promise<void> {
    if (isListed) return
    await syncDirectory(path)
    isListed = true
  }

  async function flush(): Promise<void> {
    // Never done before the caller has stored the promise.
    await Promise.resolve()
    while (waiting.length > 0 || turn) {
      if (turn) {
        const alone = turn
        turn = null
        await alone()
        continue
      }
      const batch = waiting
      waiting = []
      for (const { line } of batch)
        if (shortening && there.has(line.signature)) askedAgain.add(line.signature)
      const fresh = [...new Map(batch.map(({ line }) => [line.signature, line])).values()]
        .filter((line) => !there.has(line.signature))
        .map((line, i) => ({ ...line, n: last + 1 + i }))
      let size: number | null = null
      try {
        await list()
        if (fresh.length > 0) {
          size = fstatSync(file.fd).size
          await file.appendFile((torn ? '\n' : '') + textOf(fresh))
          await file.datasync()
          torn = false
        }
        last += fresh.length
        lines += fresh.length
        for (const { signature, operationId } of fresh) {
          there.set(signature, operationId)
          if (shortening) added.push([signature, operationId])
        }
        for (const entry of batch) entry.done()
      } catch (error) {
        // Nobody sends what failed: left there, its lines would have the numbers of those that come next.
        if (size !== null)
          torn = await file.truncate(size).then(
            () => torn,
            () => true,
          )
        for (const entry of batch) entry.failed(error)
      }
    }
    running = null
  }

  async function rewrite({ among, settle }: Kept): Promise<void> {
    const [upTo, end] = await between(async () => {
      added = []
      askedAgain.clear()
      return [last, statSync(path).size]
    })
    rmSync(`${path}.new`, { force: true })
    const next = await open(`${path}.new`, 'ax', 0o600)
    try {
      const left = new Map<string, string>()
      for await (const portion of portionsOf(path, end)) {
        if (isClosing) return
        const lines = await among(portion)
        for (const { signature, operationId } of lines) left.set(signature, operationId)
        await next.appendFile(textOf(lines))
      }
      // What it was decided on is on the disk from then on, and so are the lines that are kept: appends wait for the rest.
      await next.datasync()
      await settle(upTo)
      if (isClosing) return
      await between(() => swap(next, end, left))
    } finally {
      if (file !== next) {
        await next.close()
        // Its room as well: the disk may be full.
        rmSync(`${path}.new`, { force: true })
      }
    }
  }

  /** `end`: of what has been decided on; whatever follows it is taken over as it is, half a line included. */
  async function swap(next: FileHandle, end: number, left: Map<string, string>): Promise<void> {
    const known = new Map([...left, ...added])
    // It was decided on before it was asked for: the next time, with what is known of it then.
    if (![...askedAgain].every((signature) => known.has(signature))) return
    for await (const bytes of createReadStream(path, { start: end })) await next.appendFile(bytes as Buffer)
    await next.sync()
    renameSync(`${path}.new`, path)
    // Whatever fails from here on, nothing is written to the file that has no name any more.
    const former = file
    file = next
    isListed = false
    lines = left.size + added.length
    there.clear()
    for (const [signature, operationId] of known) there.set(signature, operationId)
    await former.close()
    await list()
  }

  return {
    append(line) {
      const written = new Promise<void>((done, failed) => waiting.push({ line, done, failed }))
      running ??= flush()
      return written
    },
    last: () => last,
    signatures: (operationId) =>
      [...there].flatMap(([signature, operation]) => (operation === operationId ? [signature] : [])),
    async shorten(kept) {
      if (lines < long || shortening || isClosing) return
      shortening = rewrite(kept).finally(() => (shortening = null))
      await shortening
    },
    async close() {
      isClosing = true
      await shortening?.catch(() => undefined)
      while (running) await running
      await file.close()
    },
  }
}
