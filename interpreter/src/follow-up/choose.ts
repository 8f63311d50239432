/** 'Yes', 'the second': one of the offered answers. */
import type { Choice } from '@purser/contract/agents/reading.ts'
import { readWords } from '../text/word-table.ts'

const words = readWords(new URL('./words.txt', import.meta.url))
const matchesSet = (set: string, text: string) => words[set]?.includes(text) === true

/** Returns the text itself if it chooses nothing; undefined if it chooses something that was not offered. */
export function choose(text: string, choices: readonly Choice[]): string | undefined {
  const plain = text
    .toLowerCase()
    .replace(/[.,!?]/g, ' ')
    .replace(/\b(?:please|pls|thanks|i'd take|i take|i want|i'd like|let's take|take|then)\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const at = ['FIRST', 'SECOND', 'THIRD'].findIndex((set) => matchesSet(set, plain))
  if (at >= 0 && choices.length > 0) return choices[at]?.reply
  if (matchesSet('YES', plain)) return choices.length === 1 ? choices[0]?.reply : undefined
  return choices.length > 1 ? text.replace(/(?<=\S)\s+first\W*$/i, '') : text
}
