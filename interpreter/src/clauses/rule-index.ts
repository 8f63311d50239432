/**
 * Rules by the words that a text must hold for them, and by those that they can begin with: most match nowhere in a
 * text, and need not be tried.
 */
import { put } from '../text/lists.ts'
import { missing, type Node, withoutAny } from './nodes.ts'
import type { Pattern } from './pattern.ts'
import type { Rule } from './roles.ts'
import type { Text } from './text.ts'

/** `type`: the intent whose vocabulary it belongs to; undefined: all of them. */
export type Compiled = { rule: Rule; pattern: Pattern; type: string | undefined }
/** `n`: its place among all rules. */
export type Numbered = Compiled & { n: number }

const UNKNOWN = 0
const FITS = 1
const NEVER = 2

const inOrder = (a: Numbered, b: Numbered): number => a.n - b.n
/** Merges two ordered lists. */
function merged(left: readonly Numbered[], right: readonly Numbered[]): Numbered[] {
  const all: Numbered[] = []
  let at = 0
  for (const one of right) {
    for (let next = left[at]; next && next.n < one.n; next = left[++at]) all.push(next)
    all.push(one)
  }
  return [...all, ...left.slice(at)]
}

export function createRuleIndex(rules: readonly Compiled[]) {
  /** Rules that need no word. */
  const always: Numbered[] = []
  const byNeeded = new Map<string, Numbered[]>()
  const byWord = new Map<string, Numbered[]>()
  /** Parts that rules need and that begin with known words: a text holds few of them. */
  const needed = new Set<Node>()
  const neededByWord = new Map<string, Node[]>()
  for (const [n, rule] of rules.entries()) {
    const numbered = { ...rule, n }
    const { first, among } = rule.pattern
    if (!among) always.push(numbered)
    for (const word of among ?? []) put(byNeeded, word, numbered)
    for (const word of first ?? []) put(byWord, word, numbered)
    for (const node of rule.pattern.needs) if (node.first) needed.add(node)
  }
  for (const node of needed) for (const word of node.first ?? []) put(neededByWord, word, node)
  const none = withoutAny(needed)

  /** Takes one text: returns the rules of these types that could match from a place on, in order. */
  return (text: Text, types: ReadonlySet<string | undefined>) => {
    missing(
      text,
      none,
      [...text.places.keys()].map((word) => neededByWord.get(word) ?? []),
    )
    /** Found once: most rules can begin with many words. */
    const found = new Uint8Array(rules.length)
    const open: Numbered[] = []
    const look = (rule: Numbered): void => {
      const { type, pattern, n } = rule
      if (found[n] !== UNKNOWN) return
      found[n] = types.has(type) && pattern.mayFit(text) ? FITS : NEVER
      if (found[n] === FITS && !pattern.first) open.push(rule)
    }
    always.forEach(look)
    for (const word of text.places.keys()) byNeeded.get(word)?.forEach(look)
    open.sort(inOrder)
    const fits = ({ n }: Numbered): boolean => found[n] === FITS
    const known = new Map<string, readonly Numbered[]>()
    return (at: number): readonly Numbered[] => {
      const word = text.words[at]?.text ?? ''
      let some = known.get(word)
      if (!some) {
        const led = byWord.get(word)?.filter(fits) ?? []
        some = led.length > 0 ? merged(led, open) : open
        known.set(word, some)
      }
      return some
    }
  }
}
