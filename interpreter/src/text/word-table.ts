/**
 * Tables of words: the name of a set alone on its line, its phrases below it, indented. A line may hold several phrases:
 * 'expires|expiring in|after' has either word at each place, 'per|each time?' may be without its last one.
 */
import { readFileSync } from 'node:fs'

export type WordTable = Record<string, string[]>

export function readWords(file: URL): WordTable {
  const table: WordTable = {}
  let phrases: string[] = []
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const text = line.trim()
    if (text === '') continue
    if (!line.startsWith(' ')) table[text] = phrases = []
    else phrases.push(...spellOut(text))
  }
  return table
}

/** The phrases of a line. */
export function spellOut(line: string): string[] {
  return line.split(' ').reduce<string[]>(
    (phrases, part) => {
      const isOptional = part.length > 1 && part.endsWith('?')
      const words = (isOptional ? part.slice(0, -1) : part).split('|')
      if (isOptional) words.push('')
      return phrases.flatMap((phrase) => words.map((word) => [phrase, word].filter(Boolean).join(' ')))
    },
    [''],
  )
}
