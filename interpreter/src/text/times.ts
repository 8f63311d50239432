/** Durations: '5 minutes', '1h30m', 'an hour and a half', 'half an hour', 'a fortnight'. */
import { plus, times as multiplied } from './decimal.ts'
import { figuresAt, withHalf } from './figures.ts'
import type { Word } from './word.ts'

const MINUTE = 60
const HOUR = 3_600
const DAY = 86_400
const WEEK = 7 * DAY

const units = new Map<string, number>()
const put = (seconds: number, names: string) => {
  for (const name of names.split(' ')) units.set(name, seconds)
}
put(1, 's sec secs second seconds')
put(MINUTE, 'm min mins minute minutes')
put(HOUR, 'h hr hrs hour hours')
put(DAY, 'd day days')
put(WEEK, 'w wk wks week weeks')
put(2 * WEEK, 'fortnight fortnights')
put(30 * DAY, 'mo month months mth mths')
put(365 * DAY, 'y yr yrs year years')

export const unitSeconds = (word: string): number | undefined => units.get(word)
export const timeWords = (): string[] => [...units.keys()]

export type Span = { seconds: number; to: number; figure: boolean }

/** 'a week 2 days 3 hours 4 minutes' has four. */
const MOST_PARTS = 4

/** Every duration that begins at `at`. */
export function spansAt(all: readonly Word[], at: number, parts = MOST_PARTS): Span[] {
  const found: Span[] = []
  const text = (i: number) => (all[i]?.kind === 'word' ? (all[i]?.text ?? '') : '')
  const unit = (i: number) => units.get(text(i))
  const add = (value: string, i: number, figure: boolean) => {
    const size = unit(i)
    if (size === undefined) return
    const seconds = Number(multiplied(value, String(size)))
    found.push({ seconds, to: i + 1, figure })
    const half = withHalf(all, i + 1)
    if (half)
      found.push({ seconds: Number(multiplied(plus(value, half.value), String(size))), to: half.to, figure })
    // '1h30m', '1 hour 30 minutes', '2 days and 6 hours'
    const next = text(i + 1) === 'and' ? i + 2 : i + 1
    for (const more of parts > 1 ? spansAt(all, next, parts - 1) : [])
      if (more.figure && more.seconds < seconds && more.seconds < size)
        found.push({ ...more, seconds: seconds + more.seconds })
  }
  for (const { value, to, fraction, suffix } of figuresAt(all, at)) {
    if (suffix === 'm' || suffix === 'b') continue
    add(value, to, true)
    // 'half an hour', 'half a day', 'a quarter of an hour', 'three quarters of an hour'
    if (fraction) {
      const i = text(to) === 'of' ? to + 1 : to
      if (text(i) === 'a' || text(i) === 'an' || text(i) === 'the') add(value, i + 1, true)
    }
  }
  if (text(at) === 'a' || text(at) === 'an' || text(at) === 'one' || text(at) === 'single')
    add('1', at + 1, text(at) === 'one')
  return found
}
