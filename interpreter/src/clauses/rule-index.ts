/** Rules by the words that they can begin with: most cannot begin at most places of a text, and need not be tried there. */
import type { Pattern } from './pattern.ts'
import type { Rule } from './roles.ts'
import type { Text } from './text.ts'

/** `type`: the intent whose vocabulary it is; undefined: everybody's. */
export type Compiled = { rule: Rule; pattern: Pattern; type: string | undefined }
type Numbered = Compiled & { n: number }

const UNKNOWN = 0
const FITS = 1
const NEVER = 2

export function createRuleIndex(rules: readonly Compiled[]) {
  const anywhere: Numbered[] = []
  const byWord = new Map<string, Numbered[]>()
  for (const [n, rule] of rules.entries()) {
    const numbered = { ...rule, n }
    if (!rule.pattern.first) anywhere.push(numbered)
    for (const word of rule.pattern.first ?? []) {
      const same = byWord.get(word)
      if (same) same.push(numbered)
      else byWord.set(word, [numbered])
    }
  }

  /** For one text: the rules that could fit from a place on, in their order. */
  return (text: Text, inPlay: ReadonlySet<string>) => {
    /** Found once: most rules can begin with many words. */
    const found = new Uint8Array(rules.length)
    const fits = ({ type, pattern, n }: Numbered): boolean => {
      if (found[n] === UNKNOWN)
        found[n] = (type === undefined || inPlay.has(type)) && pattern.mayFit(text) ? FITS : NEVER
      return found[n] === FITS
    }
    const open = anywhere.filter(fits)
    const known = new Map<string, readonly Numbered[]>()
    return (at: number): readonly Compiled[] => {
      const word = text.words[at]?.text ?? ''
      let some = known.get(word)
      if (!some) {
        const led = byWord.get(word)?.filter(fits) ?? []
        some = led.length > 0 ? [...led, ...open].sort((a, b) => a.n - b.n) : open
        known.set(word, some)
      }
      return some
    }
  }
}
