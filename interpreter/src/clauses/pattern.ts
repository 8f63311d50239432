/**
 * Patterns over the words of a text, written as people read them:
 *
 *   'STOP_LOSS LINK* $pct'    a phrase of the set STOP_LOSS, any number of LINK, a percentage captured as `pct`
 *   '(max / at most) $fig:n'  one of two, then a figure captured as `n`
 *   'per|a unit?'             single words; a part that may be missing
 *   '#token'                  a token that is read over, not captured
 *
 * All ways in which a pattern fits are found, none is preferred here: cover.ts chooses among them.
 */
import type { Reader, Text } from './text.ts'

export type Captures = Readonly<Record<string, unknown>>

/** Phrases as a tree of words. */
export type Phrases = { next: Map<string, Phrases>; ends: boolean }
export type Language = { sets: ReadonlyMap<string, Phrases>; readers: ReadonlyMap<string, Reader> }

export function phrasesOf(lines: Iterable<string>): Phrases {
  const root: Phrases = { next: new Map(), ends: false }
  for (const line of lines) {
    let node = root
    for (const word of line.split(' ')) {
      const next: Phrases = node.next.get(word) ?? { next: new Map(), ends: false }
      node.next.set(word, next)
      node = next
    }
    node.ends = true
  }
  return root
}

type Visit = (at: number, captures: Captures) => void
/**
 * A part of a pattern. `ends` where it captures nothing: where it can end is then all that matters, and is found once for
 * each place of a text, since many patterns begin with the same words.
 */
type Node = {
  ends?: (text: Text, at: number) => readonly number[]
  visit(text: Text, at: number, captures: Captures, visit: Visit): void
}

const plain = (ends: (text: Text, at: number) => readonly number[]): Node => ({
  ends,
  visit(text, at, captures, visit) {
    for (const to of ends(text, at)) visit(to, captures)
  },
})
const unique = (all: number[]): number[] => (all.length < 2 ? all : [...new Set(all)])

function sequence(all: Node[]): Node {
  const [only] = all
  if (all.length === 1 && only) return only
  if (all.every(({ ends }) => ends))
    return plain((text, at) =>
      all.reduce<number[]>(
        (places, { ends }) => unique(places.flatMap((place) => ends?.(text, place) ?? [])),
        [at],
      ),
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
  }
}

function oneOf(all: Node[]): Node {
  const [only] = all
  if (all.length === 1 && only) return only
  if (all.every(({ ends }) => ends))
    return plain((text, at) => unique(all.flatMap(({ ends }) => ends?.(text, at) ?? [])))
  return {
    visit: (text, at, captures, visit) => all.forEach((node) => node.visit(text, at, captures, visit)),
  }
}

const maybe = (node: Node): Node =>
  node.ends
    ? plain((text, at) => unique([at, ...(node.ends?.(text, at) ?? [])]))
    : {
        visit(text, at, captures, visit) {
          visit(at, captures)
          node.visit(text, at, captures, visit)
        },
      }

/** Any number of times; of parts that capture only once. */
function many(node: Node): Node {
  const { ends } = node
  if (!ends) return maybe(node)
  return plain((text, at) => {
    const reached = [at]
    for (const place of reached)
      for (const to of ends(text, place)) if (!reached.includes(to)) reached.push(to)
    return reached
  })
}

/** '(a|as soon as)' means either, however many words each has. */
const alternativesSpelled = (source: string): string =>
  source.replace(/\(([^()]*)\)/g, (group, inner: string) =>
    inner.includes('|') && !inner.includes(' / ') ? `(${inner.replaceAll('|', ' / ')})` : group,
  )

const PARTS = /\(|\)|\/|[^\s()/?*]+|[?*]/g

export type Pattern = {
  /** Every way in which it fits at a place. */
  match(text: Text, at: number): { to: number; captures: Captures }[]
}
/** `words`: gathers the words that stand in patterns. */
export type Compiler = { language: Language; words: Set<string>; known: Map<string, Node> }
export const createCompiler = (language: Language): Compiler => ({
  language,
  words: new Set(),
  known: new Map(),
})

export function compile(source: string, { language, words, known }: Compiler): Pattern {
  const parts = alternativesSpelled(source).match(PARTS) ?? []
  let i = 0

  /** The same words in many patterns are one node, whose ends are remembered with the text. */
  function shared(from: number, node: Node): Node {
    if (!node.ends) return node
    const key = parts.slice(from, i).join(' ')
    const same = known.get(key)
    if (same) return same
    const { ends } = node
    const remembered: Node = plain((text, at) => text.once(remembered, at, () => ends(text, at)))
    known.set(key, remembered)
    return remembered
  }

  function alternatives(): Node {
    const all = [row()]
    while (parts[i] === '/') {
      i++
      all.push(row())
    }
    return oneOf(all)
  }
  function row(): Node {
    const all: Node[] = []
    while (i < parts.length && parts[i] !== ')' && parts[i] !== '/') {
      const from = i
      all.push(shared(from, repeated(single())))
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
    if (any.size > 0) nodes.push(plain((text, at) => (any.has(text.words[at]?.text ?? '') ? [at + 1] : [])))
    return oneOf(nodes)
  }
  /** What a reader finds, read over. */
  function passing(name: string): Node {
    if (!language.readers.has(name)) throw new Error(`no reader #${name} in '${source}'`)
    return plain((text, at) => unique(text.read(name, at).map(({ to }) => to)))
  }
  function reader(part: string): Node {
    const [name = '', as = name] = part.split(':')
    if (!language.readers.has(name)) throw new Error(`no reader $${name} in '${source}'`)
    return {
      visit(text, at, captures, visit) {
        for (const { value, to } of text.read(name, at)) visit(to, { ...captures, [as]: value })
      },
    }
  }
  function phrase(name: string): Node {
    const set = language.sets.get(name)
    if (!set) throw new Error(`no words ${name} in '${source}'`)
    return plain((text, at) => {
      const found: number[] = []
      let node: Phrases | undefined = set
      for (let to = at; node; to++) {
        if (node.ends) found.push(to)
        node = node.next.get(text.words[to]?.text ?? '')
      }
      return found
    })
  }

  const node = alternatives()
  if (i < parts.length) throw new Error(`what is '${parts.slice(i).join(' ')}' in '${source}'?`)
  return {
    match(text, at) {
      const all: { to: number; captures: Captures }[] = []
      node.visit(text, at, {}, (to, captures) => void all.push({ to, captures }))
      return all
    },
  }
}
