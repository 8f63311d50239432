/** Parts of patterns: where each can begin, where it can end, and its captures on the way. */
import type { Text } from './text.ts'

export type Captures = Readonly<Record<string, unknown>>

/** Most phrases end at their last word: those have no map of next words. */
type Trie = { next?: Map<string, Trie>; ends: boolean }
export type Phrases = {
  /** The words with which they begin. */
  first: ReadonlySet<string>
  /** Built when a text first has one of those words: most sets are never used. */
  trie(): Trie
}

const NO_WORDS: ReadonlySet<string> = new Set()
const firstWord = (line: string): string => {
  const end = line.indexOf(' ')
  return end < 0 ? line : line.slice(0, end)
}
export const toPhrases = (lines: readonly string[]): Phrases =>
  createPhrases(new Set(lines.map(firstWord)), () => lines)
/** `spelled`: called once, and late. */
export function createPhrases(first: ReadonlySet<string>, spelled: () => readonly string[]): Phrases {
  let trie: Trie | undefined
  return { first, trie: () => (trie ??= trieOf(spelled())) }
}
function trieOf(lines: readonly string[]): Trie {
  const root: Trie = { ends: false }
  for (const line of lines) {
    let node = root
    for (const word of line.split(' ')) {
      const next: Trie = node.next?.get(word) ?? { ends: false }
      ;(node.next ??= new Map()).set(word, next)
      node = next
    }
    node.ends = true
  }
  return root
}

type Visit = (at: number, captures: Captures) => void
/**
 * A part of a pattern. `ends` exists if it captures nothing: then only the places where it can end matter, and they are
 * found once for each place of a text, since many patterns begin with the same words.
 */
export type Node = {
  ends?: (text: Text, at: number) => readonly number[]
  visit(text: Text, at: number, captures: Captures, visit: Visit): void
  /** It also matches no words. */
  empty: boolean
  /** Parts that a text must hold somewhere so that it can match: most patterns are ruled out by these. */
  needs: readonly Node[]
  /** The words with which it can begin; undefined: any. Most places of a text are ruled out by that alone. */
  first?: ReadonlySet<string> | undefined
  /** The id of a part whose occurrence in a text is found once. */
  id: number
}
export const NOWHERE: readonly number[] = []
let made = 0
/** The number of all parts. */
export const partsMade = (): number => made

type Parts = Partial<Pick<Node, 'empty' | 'needs' | 'first'>>

export function plain(
  ends: (text: Text, at: number) => readonly number[],
  { empty = false, needs, first }: Parts = {},
): Node {
  const node: Node = {
    ends,
    visit(text, at, captures, visit) {
      for (const to of ends(text, at)) visit(to, captures)
    },
    empty,
    needs: [],
    first,
    id: made++,
  }
  node.needs = needs ?? (empty ? [] : [node])
  return node
}
export const unique = (all: readonly number[]): readonly number[] =>
  all.length < 2 ? all : [...new Set(all)]

const UNKNOWN = 0
const HELD = 1
const MISSING = 2
/** Returns the marks of a text that holds none of these. */
export function withoutAny(all: Iterable<Node>): Uint8Array {
  const held = new Uint8Array(made)
  for (const { id } of all) held[id] = MISSING
  return held
}
/** A text can hold only those of all parts that begin with one of its words. */
export function missing(text: Text, none: Uint8Array, begin: readonly (readonly Node[])[]): void {
  text.held.set(none)
  for (const some of begin) for (const { id } of some) text.held[id] = UNKNOWN
}
/** Tells whether it matches anywhere in a text, found once. */
function occurs(node: Node, text: Text): boolean {
  const known = text.held[node.id]
  if (known === HELD || known === MISSING) return known === HELD
  const isHeld = standsIn(node, text)
  text.held[node.id] = isHeld ? HELD : MISSING
  return isHeld
}
/** Tells whether each matches somewhere. Known misses are checked before any search. */
export function allOccur(nodes: readonly Node[], text: Text): boolean {
  for (const { id } of nodes) if (text.held[id] === MISSING) return false
  for (const node of nodes) if (!occurs(node, text)) return false
  return true
}
function standsIn({ first, ends }: Node, text: Text): boolean {
  if (!ends) return false
  const fitsAt = (at: number): boolean => ends(text, at).length > 0
  if (!first) return text.words.some((_, at) => fitsAt(at))
  // It walks the shorter list of words.
  if (first.size > text.places.size) {
    for (const [word, places] of text.places) if (first.has(word) && places.some(fitsAt)) return true
    return false
  }
  for (const word of first) if (text.places.get(word)?.some(fitsAt)) return true
  return false
}

function isWithin(some: ReadonlySet<string>, all: ReadonlySet<string>): boolean {
  if (some.size > all.size) return false
  for (const word of some) if (!all.has(word)) return false
  return true
}
/** Unions of two sets: the same two are joined in many patterns, and their union is kept once. */
const unions = new WeakMap<ReadonlySet<string>, WeakMap<ReadonlySet<string>, ReadonlySet<string>>>()
function union(left: ReadonlySet<string>, right: ReadonlySet<string>): ReadonlySet<string> {
  if (left === right || isWithin(right, left)) return left
  if (isWithin(left, right)) return right
  const ofLeft = unions.get(left) ?? new WeakMap<ReadonlySet<string>, ReadonlySet<string>>()
  unions.set(left, ofLeft)
  const both = ofLeft.get(right) ?? new Set([...left, ...right])
  ofLeft.set(right, both)
  return both
}
/** The words with which any of them can begin. */
function firstOf(all: readonly Node[]): ReadonlySet<string> | undefined {
  let words = NO_WORDS
  for (const { first } of all) {
    if (!first) return undefined
    words = union(words, first)
  }
  return words
}
/** The parts up to the first that must match. */
function opening(all: readonly Node[]): readonly Node[] {
  const must = all.findIndex(({ empty }) => !empty)
  return must < 0 ? all : all.slice(0, must + 1)
}

export function sequence(all: Node[]): Node {
  const [only] = all
  if (all.length === 1 && only) return only
  const empty = all.every((node) => node.empty)
  const needs = [...new Set(all.flatMap((node) => node.needs))]
  const first = firstOf(opening(all))
  if (all.every(({ ends }) => ends))
    return plain(
      (text, at) => {
        let places: readonly number[] = [at]
        for (const { ends } of all) {
          const [first] = places
          if (first === undefined) break
          places =
            places.length === 1
              ? (ends?.(text, first) ?? [])
              : unique(places.flatMap((place) => ends?.(text, place) ?? []))
        }
        return places
      },
      { empty, needs, first },
    )
  return {
    visit(text, at, captures, visit) {
      const from = (i: number, place: number, so: Captures): void => {
        const node = all[i]
        if (node) node.visit(text, place, so, (to, more) => from(i + 1, to, more))
        else visit(place, so)
      }
      from(0, at, captures)
    },
    empty,
    needs,
    first,
    id: made++,
  }
}

/** Those of several that can begin at a place of a text, in order. */
function byFirstWord(all: readonly Node[]): (text: Text, at: number) => readonly Node[] {
  let open: readonly Node[] = []
  const led = new Map<string, readonly Node[]>()
  for (const node of all) {
    /** Words with the same list so far have the same list from here on. */
    const extended = new Map<readonly Node[], readonly Node[]>()
    const withNode = (before: readonly Node[]): readonly Node[] => {
      const after = extended.get(before) ?? [...before, node]
      extended.set(before, after)
      return after
    }
    const isOpen = node.empty || !node.first
    for (const word of (isOpen ? led.keys() : node.first) ?? [])
      led.set(word, withNode(led.get(word) ?? open))
    if (isOpen) open = withNode(open)
  }
  return led.size === 0 ? () => all : (text, at) => led.get(text.words[at]?.text ?? '') ?? open
}

export function oneOf(all: Node[]): Node {
  const [only] = all
  if (all.length === 1 && only) return only
  const empty = all.some((node) => node.empty)
  const first = firstOf(all)
  const startingAt = byFirstWord(all)
  if (all.every(({ ends }) => ends))
    return plain(
      (text, at) => {
        let found = NOWHERE
        for (const { ends } of startingAt(text, at)) {
          const more = ends?.(text, at) ?? NOWHERE
          if (more.length > 0) found = found.length > 0 ? [...found, ...more] : more
        }
        return unique(found)
      },
      { empty, first },
    )
  return {
    visit: (text, at, captures, visit) => {
      for (const node of startingAt(text, at)) node.visit(text, at, captures, visit)
    },
    empty,
    needs: [],
    first,
    id: made++,
  }
}
export const phrasesNode = ({ first, trie }: Phrases): Node =>
  plain(
    (text, at) => {
      const word = text.words[at]?.text ?? ''
      if (!first.has(word)) return NOWHERE
      let node = trie().next?.get(word)
      const found: number[] = []
      for (let to = at + 1; node; to++) {
        if (node.ends) found.push(to)
        node = node.next?.get(text.words[to]?.text ?? '')
      }
      return found
    },
    { first },
  )

export const maybe = (node: Node): Node =>
  node.ends
    ? plain((text, at) => unique([at, ...(node.ends?.(text, at) ?? [])]), { empty: true, first: node.first })
    : {
        visit(text, at, captures, visit) {
          visit(at, captures)
          node.visit(text, at, captures, visit)
        },
        empty: true,
        needs: [],
        first: node.first,
        id: made++,
      }

/** Nobody repeats more in a row: unbounded, one repeated word would cost its square. */
const MOST_IN_A_ROW = 24
/** Any number of times; parts that capture match only once. */
export function many(node: Node): Node {
  const { ends } = node
  if (!ends) return maybe(node)
  return plain(
    (text, at) => {
      const reached = [at]
      for (const place of reached)
        if (place - at < MOST_IN_A_ROW)
          for (const to of ends(text, place)) if (!reached.includes(to)) reached.push(to)
      return reached
    },
    { empty: true, first: node.first },
  )
}
