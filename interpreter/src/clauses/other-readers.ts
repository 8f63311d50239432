/** Other captures than figures and tokens: words of everyday life, and the signature of a text. */
import { isEnglish } from '../text/english.ts'
import type { Asset } from '../text/names.ts'
import type { Reader, Text } from './text.ts'

/** An English word that means nothing here, and names no time: the purpose for which somebody needs the money. */
export const worldly: Reader = (text, at) => {
  const word = text.words[at]
  const isOpen =
    word?.kind === 'word' &&
    word.text.length > 2 &&
    isEnglish(word.text) &&
    !word.text.endsWith('ly') &&
    !text.isOrdinary(word.text) &&
    !text.names.isName(word.text)
  return isOpen ? [{ value: word.text, to: at + 1 }] : []
}
/** The name of the writer, at the end: 'Best wishes, Anna'. */
export const signed: Reader = (text, at) => {
  const isNamed = (i: number) => {
    const word = text.words[i]
    return (
      word?.kind === 'word' &&
      /^\p{Lu}\p{Ll}+$/u.test(text.written(i, i + 1)) &&
      !word.text.startsWith('?') &&
      !text.isOrdinary(word.text) &&
      !text.names.isName(word.text)
    )
  }
  const ends = (i: number) => text.words.slice(i).every(({ text: one }) => one === '.' || one === '!')
  if (!isNamed(at)) return []
  return [at + 1, ...(isNamed(at + 1) ? [at + 2] : [])].flatMap((to) => (ends(to) ? [{ value: '', to }] : []))
}

/**
 * The 300 of 'lmt 300 jup $0.9' is a number of tokens: beside a figure with a currency sign no bare one before a name
 * is a price, nor is the 5 of 'limit 5 USDC wif $1.2'.
 */
function isCounted(text: Text, at: number, to: number): boolean {
  const before = text.words[at - 1]?.text ?? ''
  const found = text.read('token', to)
  // 'Limit 10k JUP at 0.95': another figure is the price.
  const isPriced =
    LIMITS.has(before) &&
    found.some((one) => text.words[one.to]?.text === 'at' && text.read('anyfig', one.to + 1).length > 0)
  if (before === '$' || !(isPriced || MONEY.test(text.source))) return false
  const names = found.map(({ value }) => (value as Asset).kind)
  return names.includes('token') || (names.length > 0 && LIMITS.has(before))
}
const MONEY = /\$\s*[\d.]|[\d.]\s*\$|\d\s*(?:dollars?|usd|bucks?|cents?)\b/i
const LIMITS = new Set(['limit', 'lmt', 'lim', 'order'])

export const unsigned: Reader = (text, at) =>
  text.read('whole', at).filter(({ to }) => !isCounted(text, at, to))
export const inusdc: Reader = (text, at) =>
  text
    .read('num', at)
    .filter(({ to }) => text.words[to]?.text === 'usdc' && !isCounted(text, at, to))
    .map(({ value, to }) => ({ value, to: to + 1 }))
