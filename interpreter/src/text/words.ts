/** A text as words, figures and marks, with their places. Nothing but blanks is left out. */
import { isNumberWord } from './figures.ts'
import { unitSeconds } from './times.ts'
import type { Word } from './word.ts'

/** Replaces typographic marks by plain ones of the same length, so that offsets stay true. */
export const plainText = (text: string): string =>
  text
    .replace(/[\u2018\u2019\u02bc`\u00b4]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\u00a0\u2000-\u200b\u202f\u3000\ufeff]/g, ' ')
    .replace(/\u2264/g, '<')
    .replace(/\u2265/g, '>')
    .replace(/[\u2192\u21d2\u27a1]/g, '\u2192')

/** Marks and numbers at the beginnings of lines only separate them: they become a comma and blanks. */
export function withoutBullets(text: string): string {
  if (!text.includes('\n')) return text
  const lines = text.split('\n')
  const numbered = lines.flatMap((line) => /^\s*(\d{1,2})[).]\s/.exec(line)?.[1] ?? [])
  const isNumbered = numbered.length > 1 && numbered.every((n, i) => Number(n) === i + 1)
  return lines
    .map((line) => {
      const mark = /^(\s*)([-*\u2022\u25cf\u25aa\u00b7\u2013\u2014]|\d{1,2}[).])(?=\s)/u.exec(line)
      if (!mark || (/\d/.test(mark[2] ?? '') && !isNumbered)) return line
      return `${mark[1]};${' '.repeat((mark[2] ?? '').length - 1)}${line.slice(mark[0].length)}`
    })
    .join('\n')
}

/** A picture with its skin tone, joined to others: a family is one. */
const PICTURE = String.raw`\p{Regional_Indicator}\p{Extended_Pictographic}`
const EMOJI = String.raw`[${PICTURE}][${PICTURE}\p{Emoji_Modifier}\u200d\ufe0f\u20e3]*`
const MINT = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/
/** '1,000' groups thousands, '0,5' and '2,25' are decimals; '.5' and '1e-5' are figures, too. */
const PIECE = new RegExp(
  [
    String.raw`(?<thousands>(?!0)\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\d|\.[\d.]))`,
    String.raw`(?<comma>(?<!(?:ma|cross|averages?)\((?=[1-9]\d*,\d+\)))\d+,\d{1,2}(?![\d,])|0,\d+(?!\d|,\d))`,
    String.raw`(?<dots>\.{2,})`,
    String.raw`(?<emoji>${EMOJI})`,
    String.raw`(?<power>\d+(?:\.\d+)?e-?\d{1,2}(?![\p{L}\p{N}]))`,
    String.raw`(?<digits>\d+\.\d+|\.\d+|\d+)`,
    String.raw`(?<word>'s(?!\p{L})|\p{L}+(?:'\p{L}+)*)`,
    String.raw`(?<mark>[^\s])`,
  ].join('|'),
  'giu',
)

/** '1e-5' written out. */
function fromPower(text: string): string {
  const [base = '', power = ''] = text.toLowerCase().split('e')
  const [whole = '', part = ''] = base.split('.')
  const shift = Number(power)
  if (shift >= 0) {
    const digits = part.padEnd(shift, '0')
    return `${whole}${digits.slice(0, shift)}${digits.length > shift ? `.${digits.slice(shift)}` : ''}`
  }
  const digits = whole.padStart(1 - shift, '0')
  return `${digits.slice(0, shift)}.${digits.slice(shift)}${part}`
}

function numberText(groups: Record<string, string | undefined>): string | undefined {
  if (groups.thousands !== undefined) return groups.thousands.replaceAll(',', '')
  if (groups.comma !== undefined) return groups.comma.replace(',', '.')
  if (groups.power !== undefined) return fromPower(groups.power)
  return groups.digits
}

/**
 * `isName`: tells whether letters and digits without a blank are the name of a token: otherwise 'X5' is an X and a 5.
 */
export function tokenize(text: string, isName: (word: string) => boolean): Word[] {
  const words: Word[] = []
  const add = (kind: Word['kind'], shown: string, from: number, to: number) =>
    void words.push({ kind, text: shown, from, to, glued: words.at(-1)?.to === from })
  for (const run of text.matchAll(/\S+/g)) {
    let at = 0
    while (at < run[0].length) {
      const from = run.index + at
      const whole = /^[\p{L}\p{N}]+/u.exec(run[0].slice(at))?.[0] ?? ''
      if (MINT.test(whole) || (/\d/.test(whole) && /\p{L}/u.test(whole) && isName(whole.toLowerCase()))) {
        const mint = MINT.test(whole)
        add(mint ? 'mint' : 'word', mint ? whole : whole.toLowerCase(), from, from + whole.length)
        at += whole.length
        continue
      }
      PIECE.lastIndex = at
      const found = PIECE.exec(run[0])
      if (!found) break
      const number = numberText(found.groups ?? {})
      const kind = number !== undefined ? 'number' : found.groups?.word !== undefined ? 'word' : 'mark'
      const owner =
        kind === 'word' && found[0].toLowerCase().endsWith("'s") ? found[0].toLowerCase().slice(0, -2) : ''
      if (owner !== '' && isName(owner)) {
        add(kind, owner, from, from + owner.length)
        add(kind, "'s", from + owner.length, from + found[0].length)
      } else add(kind, number ?? found[0].toLowerCase(), from, from + found[0].length)
      at += found[0].length
    }
  }
  // 'half jup > usdc' points at the proceeds.
  const pointed = words.map((word, i) =>
    word.text === '>' && isMoney(words[i + 1]) && words[i - 1]?.kind === 'word'
      ? { ...word, kind: 'word' as const, text: 'to' }
      : word,
  )
  return joined(pointed.map(abbreviated), isName).filter(
    (word, i, all) => !joins(word, all[i - 1], all[i + 1]),
  )
}

type Names = (word: string) => boolean
const isMoney = (word: Word | undefined): boolean => word?.text === 'usdc' || word?.text === 'sol'

/** Marks that stand for words. */
const SPOKEN: Record<string, string> = { '&': 'and', '@': 'at', '\u2192': 'to' }
/** Pairs of marks that are one: '<=' is 'at or below', '->' means 'to'. */
const PAIRS = new Set(['<=', '=<', '>=', '=>', '->'])
const ONE: Record<string, string> = { '=<': '<=', '=>': 'to', '->': 'to' }

const isFirst = (word: Word, last: Word): boolean => word.text === 'st' && word.glued && last.text === '1'

/** 'q4h' is 'every 4h'; 'for' is written 4 before 'me' and before a time. */
function abbreviated(word: Word, i: number, all: readonly Word[]): Word {
  const [before, next, after] = [all[i - 1], all[i + 1], all[i + 2]]
  const counts = next?.kind === 'number' && after?.kind === 'word' && unitSeconds(after.text) !== undefined
  if (word.text === 'q' && counts && after.glued && (next.glued || before?.kind !== 'number'))
    return { ...word, text: 'every' }
  // 'b 2 sol wif', 's 300 jup' as a whole order, and 'b35 s70' for an oscillator.
  const side = SIDES[word.text]
  if (
    side !== undefined &&
    next?.kind === 'number' &&
    ((i === 0 && !next.glued) || (!word.glued && next.glued && isPaired(all, i)))
  )
    return { ...word, text: side }
  // 'Every hr 4 a week'
  const isOne = (next?.text === 'a' || next?.text === 'an') && unitSeconds(after?.text ?? '') !== undefined
  const isTime =
    counts || isOne || (isNumberWord(next?.text ?? '') && unitSeconds(after?.text ?? '') !== undefined)
  const paced = unitSeconds(before?.text ?? '') !== undefined || PACED.has(before?.text ?? '')
  const isFor =
    word.text === '4' && !word.glued && next?.glued === false && (next.text === 'me' || (isTime && paced))
  return isFor ? { ...word, kind: 'word', text: 'for' } : word
}
/** Beside 'b35' also 's70': both sides of an oscillator. */
const isPaired = (all: readonly Word[], i: number): boolean =>
  all.some((one, at) => at !== i && one.text in SIDES && all[at + 1]?.glued === true)
const SIDES: Record<string, string> = { b: 'buy', s: 'sell' }
const PACED = new Set(['hourly', 'daily', 'weekly', 'monthly', 'it', 'each', 'orders'])

/** 'in2 jup', if a name follows: 'in2 hours' is a duration. */
const isInto = (last: Word | undefined, word: Word, next: Word | undefined, isName: Names): boolean =>
  last?.text === 'in' && word.text === '2' && word.glued && next?.glued === false && isName(next.text)

/** 'w/' is 'with'; '1 000 000' is one number, if the next digits can be nothing else. */
function joined(words: Word[], isName: Names): Word[] {
  const out: Word[] = []
  for (const [i, word] of words.entries()) {
    const last = out.at(-1)
    const pair = `${last?.text}${word.text}`
    if (word.glued && word.kind === 'mark' && last?.kind === 'mark' && PAIRS.has(pair)) {
      const one = ONE[pair] ?? pair
      out.splice(-1, 1, { ...last, kind: one === 'to' ? 'word' : 'mark', text: one, to: word.to })
    } else if (word.kind === 'mark' && SPOKEN[word.text] !== undefined)
      out.push({ ...word, kind: 'word', text: SPOKEN[word.text] ?? word.text })
    else if (last && isInto(last, word, words[i + 1], isName))
      out.splice(-1, 1, { ...last, text: 'into', to: word.to })
    else if (last && isFirst(word, last))
      out.splice(-1, 1, { ...last, kind: 'word', text: 'first', to: word.to })
    else if (word.text === 'n' && !word.glued) out.push({ ...word, text: 'and' })
    else if (word.text === '~' && last?.kind === 'number' && word.glued)
      out.push({ ...word, kind: 'word', text: 'to' })
    else if (word.text === '/' && word.glued && last?.text === 'w')
      out.splice(-1, 1, { ...last, text: 'with', to: word.to })
    else if (
      word.text === '000' &&
      !word.glued &&
      last?.kind === 'number' &&
      /^[1-9]\d{0,2}(?:000)*$/.test(last.text)
    )
      out.splice(-1, 1, { ...last, text: `${last.text}000`, to: word.to })
    else out.push(word)
  }
  return out
}

/** The dash of 'take-profit', 'twenty-five' and '10-minute' only joins. */
const joins = (word: Word, before: Word | undefined, after: Word | undefined): boolean =>
  word.text === '-' &&
  word.glued &&
  after?.glued === true &&
  after.kind === 'word' &&
  (before?.kind === 'word' || before?.kind === 'number')
