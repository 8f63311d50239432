/**
 * 'Weekly, not daily', '2 SOL instead of 1', 'not JUP but BONK': a change with the value that it replaces. The denied
 * value must be the plan's own; any other is asked about.
 */
import type { Reading } from '../clauses/grammar.ts'
import type { Role } from '../clauses/roles.ts'
import type { Word } from '../text/word.ts'
import type { FieldChange } from '../port.ts'

/**
 * The places of words in a text: `by` the denying word, `said` the denied part, `from` with its conjunction, `to` after
 * it.
 */
type Denied = { from: number; by: number; said: number; to: number }

const DENIES = [
  ['instead', 'of'],
  ['rather', 'than'],
  ['in', 'place', 'of'],
  ['as', 'opposed', 'to'],
  ['not'],
]
/** 'Do not sell' forbids, 'no more than 2' bounds. */
const FORBIDS = new Set(
  "do does did should must is are was will would can could may let please i you we it don't doesn't".split(
    ' ',
  ),
)
const BOUNDS = new Set(
  'more less above over below under beyond higher lower longer exceeding fewer greater until till before only yet any'.split(
    ' ',
  ),
)
const ENDS = new Set([',', '.', ';', ':', '-', '!', '?', 'but', 'please', 'pls', 'thanks'])
const SENTENCE_ENDS = new Set(['.', '!', '?', ';'])
const JOINS = new Set([',', 'and', 'but', '-', '.', ';', ':'])

const startsWith = (words: readonly Word[], at: number, row: readonly string[]): boolean =>
  row.every((one, i) => words[at + i]?.text === one)

/** The one stretch of a text that is denied beside a statement; undefined if there is none, or more than one. */
export function findDenied(words: readonly Word[]): Denied | undefined {
  const found: Denied[] = []
  for (let at = 0; at < words.length; at++) {
    const row = DENIES.find((one) => startsWith(words, at, one))
    if (!row) continue
    const said = at + row.length
    if (row.length === 1 && FORBIDS.has(words[at - 1]?.text ?? '')) return undefined
    if (BOUNDS.has(words[said]?.text ?? '')) return undefined
    let to = said
    while (to < words.length && !ENDS.has(words[to]?.text ?? '')) to++
    found.push({ from: JOINS.has(words[at - 1]?.text ?? '') ? at - 1 : at, by: at, said, to })
  }
  const [one, ...more] = found
  if (!one || more.length > 0 || one.said === one.to) return undefined
  // 'Instead of hourly. Daily': it belongs to another sentence.
  if (SENTENCE_ENDS.has(words[one.to]?.text ?? '') && words.slice(one.to).some(({ kind }) => kind !== 'mark'))
    return undefined
  // The rest must not be empty.
  const rest = words.filter(({ kind }, i) => (i < one.from || i >= one.to) && kind !== 'mark')
  return rest.length > 0 ? one : undefined
}

/** The text with that stretch blank: every other word keeps its place. */
export function without(source: string, words: readonly Word[], from: number, to: number): string {
  const [start, end] = [words[from]?.from ?? 0, words[to - 1]?.to ?? 0]
  return `${source.slice(0, start)}${' '.repeat(end - start)}${source.slice(end)}`
}

/** 'Half an hour instead of an hour': in a plan either is a pace. */
const TIMES = new Set(['rate', 'duration', 'endless'])

const SAYS_NOTHING = new Set(['now', 'aside', 'change', 'corrects', 'want'])

const figures = (value: unknown): string[] =>
  value instanceof Object ? Object.values(value).flatMap(figures) : [String(value)]

/**
 * Tells whether the denied part is what a change took away. `same`: alone it would change nothing of the plan. A figure
 * without a unit belongs to the change.
 */
export function isReplaced(
  { roles, unknown }: Reading,
  { changes, same, kinds }: { changes: readonly FieldChange[]; same: boolean; kinds: ReadonlySet<string> },
): boolean {
  if (unknown.length > 0 || roles.length === 0) return false
  const old = new Set(changes.flatMap(({ from }) => figures(from)))
  const isOld = ({ kind, value }: Role): boolean => {
    const {
      unit,
      value: figure,
      asset,
    } = value as { unit?: string; value?: string; asset?: { kind: string } }
    const isBare = kind === 'amount' && (unit === 'none' || unit === 'percent')
    if (isBare && old.has(String(Number(figure)))) return true
    if (kind === 'asset' && asset !== undefined && old.has(asset.kind)) return true
    return same && (kinds.has(kind) || (TIMES.has(kind) && [...TIMES].some((one) => kinds.has(one))))
  }
  // 'Not now, make it 2 SOL'
  return roles.every((role) => !SAYS_NOTHING.has(role.kind) && isOld(role))
}
