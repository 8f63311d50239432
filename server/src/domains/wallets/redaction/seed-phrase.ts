/** Seed phrases of BIP 39: 12 to 24 words of a list, the last of which holds a checksum. */
import { createHash } from 'node:crypto'
import { SEED_WORDS } from './seed-words.ts'

const seedWordNumbers = new Map(SEED_WORDS.map((word, i) => [word, i]))
const LENGTHS = [24, 21, 18, 15, 12]
/** Phrases that are checked in a text: an honest one has few listed words in a row. */
const MOST_CHECKS = 1_000
/** Separators of its words in a text: also one a line, numbered or quoted. */
const WORD = /[A-Za-z]+/g
const BETWEEN = /^[^A-Za-z]{1,12}$/

type Place = { start: number; end: number; number: number }

/**
 * Whether these words are a phrase with a valid checksum; a sentence of listed words passes once in sixteen at worst.
 */
function isPhrase(words: Place[]): boolean {
  const bits = words.map(({ number }) => number.toString(2).padStart(11, '0')).join('')
  const entropy = (bits.length * 32) / 33
  const bytes = (bits.slice(0, entropy).match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
  const [first = 0] = createHash('sha256').update(Uint8Array.from(bytes)).digest()
  return first.toString(2).padStart(8, '0').startsWith(bits.slice(entropy))
}

/** Stretches of a text in which one listed word follows another. */
function findRuns(text: string): Place[][] {
  const runs: Place[][] = []
  let run: Place[] = []
  for (const match of text.matchAll(WORD)) {
    const number = seedWordNumbers.get(match[0].toLowerCase())
    const place = { start: match.index, end: match.index + match[0].length, number: number ?? -1 }
    const last = run.at(-1)
    if (last && (number === undefined || !BETWEEN.test(text.slice(last.end, place.start)))) {
      runs.push(run)
      run = []
    }
    if (number !== undefined) run.push(place)
  }
  return [...runs, run].filter(({ length }) => length >= 12)
}

/** The bounds of each phrase in a text. A run of listed words with too many to check counts as one. */
export function findPhrases(text: string): { start: number; end: number }[] {
  let checks = 0
  return findRuns(text).flatMap((run) => {
    const found: { start: number; end: number }[] = []
    for (let i = 0; i + 12 <= run.length; i++) {
      if (checks >= MOST_CHECKS) {
        found.push({ start: run[i]?.start ?? 0, end: run.at(-1)?.end ?? 0 })
        break
      }
      checks += LENGTHS.length
      const length = LENGTHS.find((n) => i + n <= run.length && isPhrase(run.slice(i, i + n)))
      const [first, last] = [run[i], run[i + (length ?? 0) - 1]]
      if (length === undefined || !first || !last) continue
      found.push({ start: first.start, end: last.end })
      i += length - 1
    }
    return found
  })
}
