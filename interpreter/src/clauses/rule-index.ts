/**
 * Rules by the words that a text must hold for them, and by those that they can begin with: most fit nowhere in a text, and
 * need not be looked at.
 */
import type { Pattern } from './pattern.ts'
import type { Rule } from './roles.ts'
import type { Text } from './text.ts'

/** `type`: the intent whose vocabulary it is; undefined: everybody's. */
export type Compiled = { rule: Rule; pattern: Pattern; type: string | undefined }
type Numbered = Compiled & { n: number }

const UNKNOWN = 0
const FITS = 1
const NEVER = 2

type Lists = Map<string, Numbered[]>
const inOrder = (a: Numbered, b: Numbered): number => a.n - b.n
function put(lists: Lists, word: string, rule: Numbered): void {
  const same = lists.get(word)
  if (same) same.push(rule)
  else lists.set(word, [rule])
}

export function createRuleIndex(rules: readonly Compiled[]) {
  /** Those that need no word. */
  const always: Numbered[] = []
  const byNeeded: Lists = new Map()
  const byWord: Lists = new Map()
  for (const [n, rule] of rules.entries()) {
    const numbered = { ...rule, n }
    const { first, among } = rule.pattern
    if (!among) always.push(numbered)
    for (const word of among ?? []) put(byNeeded, word, numbered)
    for (const word of first ?? []) put(byWord, word, numbered)
  }

  /** For one text: the rules that could fit from a place on, in their order. */
  return (text: Text, inPlay: ReadonlySet<string>) => {
    /** Found once: most rules can begin with many words. */
    const found = new Uint8Array(rules.length)
    const open: Numbered[] = []
    const look = (rule: Numbered): void => {
      const { type, pattern, n } = rule
      if (found[n] !== UNKNOWN) return
      found[n] = (type === undefined || inPlay.has(type)) && pattern.mayFit(text) ? FITS : NEVER
      if (found[n] === FITS && !pattern.first) open.push(rule)
    }
    always.forEach(look)
    for (const word of text.places.keys()) byNeeded.get(word)?.forEach(look)
    open.sort(inOrder)
    const fits = ({ n }: Numbered): boolean => found[n] === FITS
    const known = new Map<string, readonly Numbered[]>()
    return (at: number): readonly Compiled[] => {
      const word = text.words[at]?.text ?? ''
      let some = known.get(word)
      if (!some) {
        const led = byWord.get(word)?.filter(fits) ?? []
        some = led.length > 0 ? [...led, ...open].sort(inOrder) : open
        known.set(word, some)
      }
      return some
    }
  }
}
