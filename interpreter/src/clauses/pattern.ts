/**
 * Patterns over the words of a text, written as people read them:
 *
 *   'STOP_LOSS LINK* $pct'    a phrase of the set STOP_LOSS, any number of LINK, a percentage captured as `pct`
 *   '(max / at most) $fig:n'  one of two, then a figure captured as `n`
 *   'per|a unit?'             single words; a part that may be missing
 *   '#token'                  a token that is skipped, not captured
 *
 * All ways in which a pattern matches are found, none is preferred here: cover.ts chooses among them.
 */
import {
  allOccur,
  type Captures,
  many,
  maybe,
  type Node,
  NOWHERE,
  oneOf,
  type Phrases,
  createPhrases,
  phrasesNode,
  plain,
  sequence,
  unique,
} from './nodes.ts'
import type { Reader, Text } from './text.ts'

export type Language = { sets: ReadonlyMap<string, Phrases>; readers: ReadonlyMap<string, Reader> }

/** 'per|each time' is 'per time' and 'each time'. */
const spelledOut = (parts: readonly string[]): string[] =>
  parts.reduce<string[]>(
    (lines, part) =>
      lines.flatMap((line) => part.split('|').map((word) => (line === '' ? word : `${line} ${word}`))),
    [''],
  )

/** '(a|as soon as)' means either, however many words each has. */
const alternativesSpelled = (source: string): string =>
  source.replace(/\(([^()]*)\)/g, (group, inner: string) =>
    inner.includes('|') && !inner.includes(' / ') ? `(${inner.replaceAll('|', ' / ')})` : group,
  )

const depth: Record<string, number> = { '(': 1, ')': -1 }
const PARTS = /\(|\)|\/|[^\s()/?*]+|[?*]/g

type Match = { to: number; captures: Captures }
const NO_MATCH: Match[] = []
export type Pattern = {
  /** The parts that a text must hold, all of them. */
  needs: readonly Node[]
  /** Tells whether it can match anywhere in the text: cheap. */
  mayFit(text: Text): boolean
  /** The words with which it can begin; undefined: any. */
  first: ReadonlySet<string> | undefined
  /** A text must hold one of these words somewhere so that it can match; undefined: no word is needed. */
  among: ReadonlySet<string> | undefined
  /** Every match at a place. */
  match(text: Text, at: number): readonly Match[]
}
/** `wordSinks`: the word sets to which its words have been added. */
type Known = { node: Node; wordSinks: Set<Set<string>> }
/** `words`: gathers the words of patterns. `stands`: by reader, whether it finds something. */
export type Compiler = {
  language: Language
  words: Set<string>
  known: Map<string, Known>
  stands: Map<string, Node>
}
export const createCompiler = (language: Language): Compiler => ({
  language,
  words: new Set(),
  known: new Map(),
  stands: new Map(),
})

export function compile(source: string, { language, words, known, stands }: Compiler): Pattern {
  const parts = alternativesSpelled(source).match(PARTS) ?? []
  let i = 0

  /** The same words in many patterns are one node, whose ends are kept with the text. */
  function shared(from: number, node: Node): Node {
    // A single word is found as fast as it is looked up.
    if (!node.ends || (i - from === 1 && /^[^A-Z#]/.test(parts[from] ?? ''))) return node
    const key = parts.slice(from, i).join(' ')
    const same = known.get(key)
    if (same) {
      same.wordSinks.add(words)
      return same.node
    }
    const { ends } = node
    const id = known.size
    const remembered: Node = plain((text, at) => text.once(id, at, ends), {
      empty: node.empty,
      first: node.first,
    })
    known.set(key, { node: remembered, wordSinks: new Set([words]) })
    return remembered
  }

  /** Two thirds of all parts occur in an earlier pattern: they are not parsed again. */
  function knownPart(): Node | undefined {
    let to = i + 1
    if (parts[i] === '(')
      for (let open = 1; open > 0 && to < parts.length; to++) open += depth[parts[to] ?? ''] ?? 0
    if (parts[to] === '?' || parts[to] === '*') to++
    const same = known.get(parts.slice(i, to).join(' '))
    if (!same?.wordSinks.has(words)) return undefined
    i = to
    return same.node
  }

  /** Plain words and phrases among the alternatives are looked up together. */
  function alternatives(): Node {
    const all: Node[] = []
    const spelled: (readonly string[])[] = []
    do {
      if (parts[i] === '/') i++
      let to = i
      while (/^[^A-Z$#()/?*]+$/.test(parts[to] ?? '(')) to++
      const isPlain = to > i && (to === parts.length || parts[to] === '/' || parts[to] === ')')
      if (!isPlain) all.push(row())
      else {
        spelled.push(parts.slice(i, to))
        i = to
      }
    } while (parts[i] === '/')
    if (spelled.length === 0) return oneOf(all)
    for (const part of spelled.flat()) for (const word of part.split('|')) words.add(word)
    const first = new Set(spelled.flatMap(([part = '']) => part.split('|')))
    return oneOf([phrasesNode(createPhrases(first, () => spelled.flatMap(spelledOut))), ...all])
  }
  function row(): Node {
    const all: Node[] = []
    while (i < parts.length && parts[i] !== ')' && parts[i] !== '/') {
      const from = i
      all.push(knownPart() ?? shared(from, repeated(single())))
    }
    return sequence(all)
  }
  function repeated(node: Node): Node {
    const mark = parts[i]
    if (mark !== '?' && mark !== '*') return node
    i++
    return mark === '?' ? maybe(node) : many(node)
  }
  function single(): Node {
    const part = parts[i++] ?? ''
    if (part === '(') {
      const inner = alternatives()
      if (parts[i++] !== ')') throw new Error(`a bracket is missing in '${source}'`)
      return inner
    }
    if (part.startsWith('$') && part.length > 1) return reader(part.slice(1))
    const any = new Set<string>()
    const nodes: Node[] = []
    for (const one of part.split('|')) {
      if (/^[A-Z]/.test(one)) nodes.push(phrase(one))
      else if (one.startsWith('#') && one.length > 1) nodes.push(passing(one.slice(1)))
      else any.add(one)
    }
    for (const word of any) words.add(word)
    if (any.size > 0)
      nodes.push(
        plain((text, at) => (any.has(text.words[at]?.text ?? '') ? [at + 1] : NOWHERE), { first: any }),
      )
    return oneOf(nodes)
  }
  /** Skips the match of a reader. */
  function passing(name: string): Node {
    if (!language.readers.has(name)) throw new Error(`no reader #${name} in '${source}'`)
    return plain((text, at) => unique(text.read(name, at).map(({ to }) => to)))
  }
  function reader(part: string): Node {
    const [name = '', as = name] = part.split(':')
    if (!language.readers.has(name)) throw new Error(`no reader $${name} in '${source}'`)
    const found = stands.get(name) ?? plain((text, at) => (text.read(name, at).length > 0 ? [at] : NOWHERE))
    stands.set(name, found)
    return {
      visit(text, at, captures, visit) {
        for (const { value, to } of text.read(name, at)) visit(to, { ...captures, [as]: value })
      },
      empty: false,
      needs: [found],
      id: found.id,
    }
  }
  function phrase(name: string): Node {
    const set = language.sets.get(name)
    if (!set) throw new Error(`no words ${name} in '${source}'`)
    return phrasesNode(set)
  }

  const node = alternatives()
  const first = node.empty ? undefined : node.first
  if (i < parts.length) throw new Error(`what is '${parts.slice(i).join(' ')}' in '${source}'?`)
  return {
    needs: node.needs,
    first,
    among: node.needs
      .flatMap((one) => one.first ?? [])
      .reduce<ReadonlySet<string> | undefined>(
        (few, one) => (few && few.size <= one.size ? few : one),
        undefined,
      ),
    mayFit: (text) => allOccur(node.needs, text),
    match(text, at) {
      if (first && !first.has(text.words[at]?.text ?? '')) return NO_MATCH
      const all: Match[] = []
      node.visit(text, at, {}, (to, captures) => void all.push({ to, captures }))
      return all
    },
  }
}
