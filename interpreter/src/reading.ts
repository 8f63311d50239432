/** The reading of a text for people: every part with what it became. Source: specification 5, 'Nothing that was said is lost'. */
import type { ReadingPart } from '@purser/contract/reading.ts'
import type { Bag } from './clauses/bag.ts'
import type { Reading } from './clauses/grammar.ts'

export function readingOf({ text, filler, unknown, roles }: Reading, bag?: Bag): ReadingPart[] {
  const part = (from: number, to: number, kind: ReadingPart['kind'], field?: string): ReadingPart => ({
    from: text.words[from]?.from ?? 0,
    to: text.words[to - 1]?.to ?? 0,
    kind,
    ...(field === undefined ? {} : { field }),
  })
  return [
    ...roles.map((role) => {
      const field = bag?.fieldOf(role)
      return field === undefined
        ? part(role.from, role.to, SAYS_NOTHING.has(role.kind) ? 'filler' : 'unknown')
        : part(role.from, role.to, 'field', field)
    }),
    ...filler.map(({ from, to }) => part(from, to, 'filler')),
    ...unknown.map(({ from, to }) => part(from, to, 'unknown')),
  ].sort((a, b) => a.from - b.from)
}
const SAYS_NOTHING = new Set(['now', 'aside'])
