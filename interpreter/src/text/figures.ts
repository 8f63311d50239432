/** Numbers in everyday forms, in digits and in words, folded into one exact decimal text. */
import { plus, times } from './decimal.ts'
import type { Word } from './word.ts'

const words = (text: string) => text.trim().split(/\s+/)
const SMALL =
  words(`zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
  sixteen seventeen eighteen nineteen`)
const TENS = words('twenty thirty forty fifty sixty seventy eighty ninety')
const small = new Map<string, number>([
  ...SMALL.map((word, n): [string, number] => [word, n]),
  ...TENS.map((word, n): [string, number] => [word, (n + 2) * 10]),
  ['fourty', 40],
])
const scales = new Map([
  ['hundred', '100'],
  ['thousand', '1000'],
  ['thousands', '1000'],
  ['grand', '1000'],
  ['k', '1000'],
  ['million', '1000000'],
  ['mil', '1000000'],
  ['mln', '1000000'],
  ['mio', '1000000'],
  ['mm', '1000000'],
  ['m', '1000000'],
  ['billion', '1000000000'],
  ['bn', '1000000000'],
  ['b', '1000000000'],
])
/** Parts of one whole; thirds are cut off after nine places. */
const fractions = new Map([
  ['half', '0.5'],
  ['halves', '0.5'],
  ['quarter', '0.25'],
  ['quarters', '0.25'],
  ['third', '0.333333333'],
  ['thirds', '0.333333333'],
  ['fourth', '0.25'],
  ['fourths', '0.25'],
  ['fifth', '0.2'],
  ['fifths', '0.2'],
  ['eighth', '0.125'],
  ['tenth', '0.1'],
  ['tenths', '0.1'],
])
/** A figure in words ends here: nobody says a longer one, and each word makes those before it slower to add up. */
const MOST_FIGURE_WORDS = 12
const plurals = new Set(['halves', 'quarters', 'thirds', 'fourths', 'fifths', 'tenths'])
/** Other words for a half that occur alone before their whole. */
const PARTS_OF = new Set(['half', 'quarter', 'third', 'fifth', 'tenth'])

export const isNumberWord = (word: string): boolean =>
  small.has(word) || (scales.has(word) && word.length > 1) || fractions.has(word) || word === 'dozen'

/** `fraction`: a bare part of a whole ('half', 'a quarter', '1/2'). `to`: the word after it. */
export type Figure = { value: string; to: number; fraction: boolean; suffix?: string }

const SHARES = /^(?:1\/2|1\/3|2\/3|1\/4|3\/4|1\/5|1\/10|1\/8)$/
const BARE = new Set(['hundred', 'thousand'])
const MONEY = new Set(['dollar', 'dollars', 'buck', 'bucks', 'usd', 'usdc'])
/** Division with nine places, of the shares above. */
const share = (a: string, b: string): string => {
  const digits = ((BigInt(a) * 1_000_000_000n) / BigInt(b)).toString().padStart(9, '0')
  return `0.${digits}`.replace(/0+$/, '')
}

/** All ways to read a number that starts at `at`: '2.5 m' is 2.5 before minutes and 2,500,000 before tokens. */
export function figuresAt(all: readonly Word[], at: number): Figure[] {
  const found: Figure[] = []
  const word = (i: number) => (all[i]?.kind === 'word' ? (all[i]?.text ?? '') : '')
  const first = all[at]
  if (!first) return found
  const put = (value: string, to: number, fraction = false, suffix?: string) =>
    void found.push({ value, to, fraction, ...(suffix === undefined ? {} : { suffix }) })

  if (first.kind === 'number') {
    const [slash, below] = [all[at + 1], all[at + 2]]
    const ratio = `${first.text}/${below?.text ?? ''}`
    if (slash?.text === '/' && below?.kind === 'number' && SHARES.test(ratio))
      put(share(first.text, below.text), at + 3, true)
    put(first.text, at + 1)
    const scale = scales.get(word(at + 1))
    const glued = all[at + 1]?.glued === true
    if (
      scale !== undefined &&
      (glued || word(at + 1).length > 1 || word(at + 1) === 'k' || word(at + 1) === 'm')
    )
      put(times(first.text, scale), at + 2, false, word(at + 1))
    if (plurals.has(word(at + 1))) put(times(first.text, fractions.get(word(at + 1)) ?? '1'), at + 2, true)
    const half = withHalf(all, at + 1)
    if (half) put(plus(first.text, half.value), half.to)
    return found
  }
  const article = word(at) === 'a' || word(at) === 'an'
  const start = article ? at + 1 : at
  if (word(start) === 'couple') {
    const to = start + (word(start + 1) === 'of' ? 2 : 1)
    put('2', to)
    // 'A couple hundred bucks'
    const scale = word(to).length > 1 ? scales.get(word(to)) : undefined
    if (scale !== undefined) put(times('2', scale), to + 1)
    return found
  }
  const part = article || PARTS_OF.has(word(at)) ? fractions.get(word(start)) : undefined
  if (part !== undefined && !plurals.has(word(start))) {
    const scaleAt = word(start + 1) === 'a' ? start + 2 : start + 1
    const scale = scales.get(word(scaleAt))
    if (scale !== undefined && word(scaleAt).length > 1) put(times(part, scale), scaleAt + 1)
    put(part, start + 1, true)
    return found
  }
  if (word(at) === 'point') {
    const decimals = decimalsAt(all, at + 1, at + MOST_FIGURE_WORDS)
    if (decimals) {
      put(`0.${decimals.digits}`, decimals.to)
      const scale = word(decimals.to).length > 1 ? scales.get(word(decimals.to)) : undefined
      if (scale !== undefined) put(times(`0.${decimals.digits}`, scale), decimals.to + 1)
    }
    return found
  }
  // 'Hundred bucks': one of them.
  if (BARE.has(word(at)) && MONEY.has(word(at + 1))) put(scales.get(word(at)) ?? '1', at + 1)
  if (article && !(scales.has(word(start)) && word(start).length > 1) && word(start) !== 'dozen') return found
  const read = inWords(all, at, start, article)
  if (!read) return found
  put(read.value, read.to)
  if (word(read.to) === 'point' || word(read.to) === 'dot') {
    const decimals = decimalsAt(all, read.to + 1, at + MOST_FIGURE_WORDS)
    if (decimals) put(plus(read.value, `0.${decimals.digits}`), decimals.to)
  }
  const half = withHalf(all, read.to)
  if (half) put(plus(read.value, half.value), half.to)
  if (plurals.has(word(read.to)) || (read.value === '1' && fractions.has(word(read.to))))
    put(times(read.value, fractions.get(word(read.to)) ?? '1'), read.to + 1, true)
  return found
}

/** 'and a half', if no whole follows: 'one and a half SOL'. */
export function withHalf(
  all: readonly Word[],
  at: number,
  before = ['a', 'an', 'of', 'my'],
): { value: string; to: number } | undefined {
  if (all[at]?.text !== 'and') return undefined
  const article = all[at + 1]?.text === 'a'
  const i = article ? at + 2 : at + 1
  const name = all[i]?.text ?? ''
  const value = fractions.get(name)
  if (value === undefined || plurals.has(name) || (!article && name !== 'half')) return undefined
  return before.includes(all[i + 1]?.text ?? '') ? undefined : { value, to: i + 1 }
}

/** 'point zero five', also 'point 05'. `end`: the figure goes no further. */
function decimalsAt(
  all: readonly Word[],
  at: number,
  end: number,
): { digits: string; to: number } | undefined {
  if (at >= end) return undefined
  if (all[at]?.kind === 'number' && /^\d+$/.test(all[at].text)) return { digits: all[at].text, to: at + 1 }
  let digits = ''
  let i = at
  for (; i < end && (small.get(all[i]?.text ?? '') ?? 10) < 10; i++)
    digits += String(small.get(all[i]?.text ?? ''))
  const n = small.get(all[i]?.text ?? '')
  if (digits === '' && n !== undefined) return { digits: String(n), to: i + 1 }
  return digits === '' ? undefined : { digits, to: i }
}

/** 'two hundred and fifty', 'a hundred fifty', 'twenty five thousand', 'a dozen'. */
function inWords(all: readonly Word[], at: number, start: number, article: boolean) {
  const word = (i: number) => (all[i]?.kind === 'word' ? (all[i]?.text ?? '') : '')
  let total = '0'
  let group = article ? '1' : ''
  let i = start
  /** The bound of the next word: after 'twenty' a unit, after 'hundred' anything smaller. */
  let last = article ? 100 : 0
  for (; i < Math.min(all.length, at + MOST_FIGURE_WORDS); i++) {
    const n = small.get(word(i))
    const scale = word(i).length > 1 || i > start ? scales.get(word(i)) : undefined
    if (word(i) === 'dozen') {
      group = times(group === '' ? '1' : group, '12')
      last = -1
    } else if (n !== undefined) {
      const fits = group === '' || group === '0' || last === 100 || (last >= 20 && n > 0 && n < 10)
      if (!fits || last < 0) break
      group = plus(group === '' ? '0' : group, String(n))
      last = n >= 20 ? n : -1
    } else if (scale !== undefined && group !== '' && word(i) !== 'm' && word(i) !== 'b') {
      if (scale === '100') group = times(group, scale)
      else {
        total = plus(total, times(group, scale))
        group = '0'
      }
      last = 100
    } else if (word(i) === 'and' && last === 100 && i > start && small.has(word(i + 1))) continue
    else break
  }
  if (i === start || (article && i === at + 1)) return undefined
  return { value: plus(total, group === '' ? '0' : group), to: i }
}
