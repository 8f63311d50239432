/** What a pattern may capture beside figures and tokens: words of everyday life, and who signs a text. */
import { isEnglish } from '../text/english.ts'
import type { Reader } from './text.ts'

/** A word of English that means nothing here, and names no time: what somebody needs the money for. */
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
/** The name of who writes, at the end: 'Best wishes, Anna'. */
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
