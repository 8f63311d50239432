/** Tables of words: the name of a set alone on its line, its phrases below it, one per line, indented. */
import { readFileSync } from 'node:fs'

export type WordTable = Record<string, string[]>

export function readWords(file: URL): WordTable {
  const table: WordTable = {}
  let phrases: string[] = []
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const text = line.trim()
    if (text === '') continue
    if (!line.startsWith(' ')) table[text] = phrases = []
    else phrases.push(text)
  }
  return table
}
