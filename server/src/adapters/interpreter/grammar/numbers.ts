/** Numbers as people write them, in digits and in words, folded into one exact decimal text. */
import { plus, times } from './decimal.ts'

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const small = new Map<string, number>([
  ...SMALL.map((word, n): [string, number] => [word, n]),
  ...TENS.map((word, n): [string, number] => [word, (n + 2) * 10]),
  ['fourty', 40],
  ['dozen', 12],
])
const scales = new Map([
  ['hundred', '100'],
  ['thousand', '1000'],
  ['grand', '1000'],
  ['k', '1000'],
  ['million', '1000000'],
  ['mil', '1000000'],
  ['mln', '1000000'],
  ['mm', '1000000'],
  ['billion', '1000000000'],
  ['bn', '1000000000'],
  ['b', '1000000000'],
])
/** A part of one whole; thirds are cut off after nine places. */
const fractions = new Map([
  ['half', '0.5'],
  ['halves', '0.5'],
  ['quarter', '0.25'],
  ['quarters', '0.25'],
  ['third', '0.333333333'],
  ['thirds', '0.333333333'],
  ['fifths', '0.2'],
  ['tenth', '0.1'],
])

/** A word or a run of digits of the text. */
export type Piece = { text: string; digits: boolean }
export type NumberRead = { value: string; pieces: number; fraction: boolean }

/**
 * Reads the longest number that starts at `at`: '2.5 M', 'two hundred and fifty', 'a couple of', 'one and a half',
 * 'half a million', 'three quarters'. `fraction` marks a bare part of a whole ('half', 'a quarter'). Null where none starts.
 * A lone 'm' is left to the caller, who knows whether minutes or millions are meant.
 */
export function readNumber(pieces: Piece[], at: number): NumberRead | null {
  const word = (i: number) => pieces[i]?.text ?? ''
  const start = word(at)
  const article = start === 'a' || start === 'an'
  const first = article ? at + 1 : at
  if (!pieces[at]?.digits) {
    if (word(first) === 'couple')
      return { value: '2', pieces: first - at + (word(first + 1) === 'of' ? 2 : 1), fraction: false }
    if (article && !scales.has(word(first)) && !fractions.has(word(first)) && word(first) !== 'dozen')
      return null
    if (article && (word(first) === 'third' || word(first) === 'tenth') && word(first + 1) === 'time')
      return null
    const part = (article || start === 'half' || start === 'quarter') && fractions.get(word(first))
    if (part) return readPart(pieces, at, first, part)
  }
  let i = first
  let total = '0'
  let group = ''
  let read = false
  let oneWord = 0
  if (article && scales.has(word(i)) && word(i).length > 1) group = '1'
  for (; i < pieces.length; ) {
    const piece = pieces[i]!
    const n = small.get(piece.text)
    const scale = scales.get(piece.text)
    if (piece.digits) {
      if (read) break
      group = piece.text
    } else if (piece.text === 'dozen') {
      group = times(group === '' ? '1' : group, '12')
      oneWord = 99
    } else if (n !== undefined) {
      // 'twenty five' and 'hundred five' go together; 'two five' does not.
      if (read && !(oneWord >= 20 && oneWord < 100 && n > 0 && n < 10) && oneWord !== 100) break
      group = plus(group === '' ? '0' : group, String(n))
      oneWord = n >= 20 && n < 100 ? n : 1
    } else if (scale !== undefined && group !== '') {
      if (scale === '100') group = times(group, scale)
      else {
        total = plus(total, times(group, scale))
        group = '0'
      }
      oneWord = 100
    } else if (piece.text === 'and' && read && oneWord === 100 && small.has(word(i + 1))) {
      i++
      continue
    } else break
    read = true
    i++
  }
  if (!read) return null
  let value = plus(total, group === '' ? '0' : group)
  if (word(i) === 'point' && small.has(word(i + 1)) && small.get(word(i + 1))! < 10) {
    let decimals = ''
    for (i++; (small.get(word(i)) ?? 10) < 10; i++) decimals += String(small.get(word(i)))
    value = plus(value, `0.${decimals}`)
  }
  // 'one and a half', '2 and a quarter', 'two thirds'
  const tail = word(i) === 'and' ? (word(i + 1) === 'a' ? i + 2 : i + 1) : -1
  const part = tail > 0 ? fractions.get(word(tail)) : undefined
  if (part && (word(tail) === 'half' || word(tail - 1) === 'a') && !wholeFollows(pieces, tail + 1))
    return { value: plus(value, part), pieces: tail + 1 - at, fraction: false }
  const several = /^(?:halves|quarters|thirds|fifths)$/.test(word(i)) ? fractions.get(word(i)) : undefined
  if (several) return { value: times(value, several), pieces: i + 1 - at, fraction: true }
  return { value, pieces: i - at, fraction: false }
}

/** 'and half a SOL': the half is an amount of its own, not an addition. */
const wholeFollows = (pieces: Piece[], i: number) => ['a', 'an', 'of', 'my'].includes(pieces[i]?.text ?? '')

function readPart(pieces: Piece[], at: number, first: number, part: string): NumberRead {
  const after = pieces[first + 1]?.text
  const scaleAt = after === 'a' ? first + 2 : first + 1
  const scale = scales.get(pieces[scaleAt]?.text ?? '')
  if (scale && (pieces[scaleAt]?.text.length ?? 0) > 1)
    return { value: times(part, scale), pieces: scaleAt + 1 - at, fraction: false }
  return { value: part, pieces: first + 1 - at, fraction: true }
}
