/** Reads and writes the text of the journal file. */
import { createReadStream, readFileSync } from 'node:fs'
import type { JournalLine } from './journal-line.ts'

/** Lines that are read and decided on together. */
const PORTION = 500

/** Returns all complete lines; a torn last one was never followed by a send. */
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

/** Yields the lines before the byte `end`. All of them at once would take some hundred megabytes. */
export async function* readPortions(path: string, end: number): AsyncGenerator<JournalLine[]> {
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

/** Numbers lines of older versions, which have no numbers: they get the next ones, in order. */
export function numbered(lines: JournalLine[], after: number): JournalLine[] {
  let last = lines.reduce((most, line) => Math.max(most, line.n ?? 0), after)
  return lines.map((line) => (line.n === undefined ? { ...line, n: ++last } : line))
}

export const toText = (lines: JournalLine[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('')
