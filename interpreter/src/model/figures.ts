/** Finds the figures of a text. A figure of a plan without a source is asked about, never taken from the model. */
import { figuresAt } from '../text/figures.ts'
import { plainText, tokenize } from '../text/words.ts'

const MOST = 60
/** Everything: 100 % of the holding. */
const ALL =
  /\b(?:all|everything|entire|entirely|whole|full|fully|max(?:imum)?|rest|remaining|completely|liquidate|exit|close|cash out|get out|get rid|protect|guard|position|bags?|holdings?)\b/i
const FACTORS: [RegExp, number[]][] = [
  [/\b(?:double|twice|doubled)\b/i, [2]],
  [/\b(?:triple|thrice)\b/i, [3]],
  [/\b(?:half|halve|halved|halves|50\/50)\b/i, [0.5, 50]],
  [/\bquarters?\b/i, [0.25, 25, 75]],
  [/\bthirds?\b/i, [33, 33.3, 33.33, 33.333, 33.333333333, 66, 66.6, 66.67, 66.666666667]],
  [/\btenth\b/i, [0.1, 10]],
  [/\bfifths?\b/i, [0.2, 20, 40, 60, 80]],
]

/** The numbers of a text, in digits and in words; 'half' is 0.5 and 50. */
export function figuresIn(text: string): Set<number> {
  const found = new Set<number>()
  const words = tokenize(plainText(text.toLowerCase()), () => false)
  for (let i = 0; i < words.length && found.size < MOST; i++)
    for (const { value, fraction } of figuresAt(words, i)) {
      found.add(Number(value))
      if (fraction) found.add(Number(value) * 100)
    }
  for (const [word, values] of FACTORS) if (word.test(text)) for (const value of values) found.add(value)
  // 'A SOL and a half'.
  if (/\band a half\b/i.test(text)) for (const n of [1, ...found]) found.add(n + 0.5)
  if (ALL.test(text)) found.add(100)
  if (/\bcents?\b|¢/i.test(text)) for (const n of Array.from(found)) found.add(n / 100)
  return found
}

const same = (a: number, b: number) => Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b))

/**
 * Tells whether a value is one of the figures, or one step of arithmetic on two of them ('10 orders of 0.1', 'up by 20
 * %').
 */
export function isFigure(value: number | string, figures: Iterable<number>): boolean {
  const v = Math.abs(Number(value))
  const all = [...figures].filter((n) => n > 0).slice(0, MOST)
  if (all.some((n) => same(v, n))) return true
  return all.some((a, i) =>
    all.some(
      (b, j) =>
        i !== j &&
        [a * b, a / b, a + b, a - b, a * (1 + b / 100), a * (1 - b / 100), (a * b) / 100].some((c) =>
          same(v, c),
        ),
    ),
  )
}

/**
 * Like isFigure; also true for the earlier value of the same field, and for the result of one of the figures on that
 * ('double it').
 */
export function isFrom(value: number | string, figures: Set<number>, before?: number | string): boolean {
  if (isFigure(value, figures)) return true
  const [v, old] = [Number(value), Number(before ?? Number.NaN)]
  return (
    same(v, old) ||
    [...figures].some((n) =>
      [old * n, old / n, old + n, old - n, old * (1 + n / 100), old * (1 - n / 100)].some((c) => same(v, c)),
    )
  )
}

/** Tells whether this percentage is the distance between two of the figures, to four decimals. */
export function isDistance(percent: number, figures: Iterable<number>): boolean {
  const all = [...figures].filter((n) => n > 0).slice(0, MOST)
  return all.some((a) => all.some((b) => Math.abs((Math.abs(a - b) / a) * 100 - percent) < 1e-4))
}
