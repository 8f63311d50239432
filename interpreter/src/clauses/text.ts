/** A text being read: its words, and the results of each reader at each place, found once. */
import type { Names } from '../text/names.ts'
import type { Word } from '../text/word.ts'

/** The result of a reader at a place: a figure, a time, a token. */
export type Found = { value: unknown; to: number }
export type Reader = (text: Text, at: number) => readonly Found[]

/**
 * The steps that remain for reading the texts of one request. They are steps and no time: the same text is read alike
 * on a busy machine. One step takes one to two microseconds: all of them together less than the 50 ms of specification
 * 4, section 9.
 */
export type Steps = { left: number }
export const MOST_STEPS = 25_000

/** Once no steps are left nothing more is found in it, and its reader must say that it is too long. */
export type Text = {
  source: string
  words: readonly Word[]
  names: Names
  /** It has several words, and none in lower case. */
  isShouted: boolean
  isOrdinary(word: string): boolean
  /** It is about charts: '5m' are minutes there, never millions. */
  hasCharts: boolean
  read(reader: string, at: number): readonly Found[]
  /** Each word once, with its places. */
  places: ReadonlyMap<string, readonly number[]>
  /** Returns where a part of a pattern that begins at `at` can end, found once. */
  once(part: number, at: number, find: (text: Text, at: number) => readonly number[]): readonly number[]
  /** Whether a part of a pattern matches somewhere, found once: by the number of the part, 0 if not yet searched. */
  held: Uint8Array
  /** Returns the source text. */
  written(from: number, to: number): string
  /** Matches patterns: the ends of parts are kept until it returns. */
  matching<T>(match: () => T): T
}

const NONE: readonly Found[] = []
const NOWHERE: readonly number[] = []
const NOTHING_HELD = new Uint8Array(0)

function placesOf(words: readonly Word[]): Map<string, number[]> {
  const places = new Map<string, number[]>()
  for (const [at, { text }] of words.entries()) {
    const same = places.get(text)
    if (same) same.push(at)
    else places.set(text, [at])
  }
  return places
}

export function createText(
  source: string,
  words: readonly Word[],
  parts: Pick<Text, 'names' | 'isOrdinary' | 'hasCharts'> & {
    readers: ReadonlyMap<string, Reader>
    /** The number of parts of all patterns. */
    partCount: number
    steps: Steps
  },
): Text {
  const found = new Map<string, (readonly Found[])[]>()
  const ends = new Map<number, (readonly number[])[]>()
  const { steps } = parts
  const text: Text = {
    source,
    words,
    places: placesOf(words),
    names: parts.names,
    isShouted: !/\p{Ll}/u.test(source) && words.filter(({ kind }) => kind === 'word').length > 1,
    isOrdinary: (word) => parts.isOrdinary(word),
    hasCharts: parts.hasCharts,
    read(name, at) {
      const places = found.get(name) ?? []
      found.set(name, places)
      const known = places[at]
      if (known) return known
      if (steps.left <= 0) return NONE
      steps.left--
      const fresh = at < words.length ? (parts.readers.get(name)?.(text, at) ?? NONE) : NONE
      places[at] = fresh
      return fresh
    },
    once(part, at, find) {
      const places = ends.get(part) ?? []
      if (places.length === 0) ends.set(part, places)
      const known = places[at]
      if (known) return known
      if (steps.left <= 0) return NOWHERE
      steps.left--
      return (places[at] = find(text, at))
    },
    held: NOTHING_HELD,
    matching(match) {
      text.held = new Uint8Array(parts.partCount)
      try {
        return match()
      } finally {
        ends.clear()
        text.held = NOTHING_HELD
      }
    },
    written: (from, to) => source.slice(words[from]?.from ?? 0, words[to - 1]?.to ?? 0),
  }
  return text
}
