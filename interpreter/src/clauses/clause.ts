/** Finds where clauses begin and end: remarks beside an order have clauses of their own. */
import type { Word } from '../text/word.ts'

/**
 * Tells whether a clause begins there: at the beginning, after a mark, or after a conjunction of two without
 * conditions.
 */
export const opensAt = (words: readonly Word[], at: number): boolean => {
  const before = words[at - 1]
  if (before === undefined || CLAUSE_ENDS.has(before.text)) return true
  // 'As long as it is cheap' is a condition.
  if (words[at]?.text === 'as' && NOT_AS.has(before.text)) return false
  // 'Sell it if it falls so that I can sleep': the purpose is no part of the condition.
  if (words[at]?.text === 'so') return true
  if (!JOINS.has(before.text) && !REASONS.has(words[at]?.text ?? '')) return false
  const sentence = words.slice(0, at).findLastIndex(({ text }) => SENTENCE_ENDS.has(text))
  return !words.slice(sentence + 1, at).some(({ text }) => CONDITIONS.has(text))
}
const SENTENCE_ENDS = new Set(['.', '!', '?', ';'])
const CLAUSE_ENDS = new Set([...SENTENCE_ENDS, ',', ':', '-', '(', ')'])
export const CONDITIONS = new Set([
  'if',
  'once',
  'when',
  'whenever',
  'unless',
  'until',
  'till',
  'while',
  'after',
  'before',
  'as',
  'provided',
  'only',
])
const JOINS = new Set([
  'and',
  'but',
  'so',
  'because',
  'since',
  'hi',
  'hello',
  'hey',
  'there',
  'please',
  'thanks',
])
/** 'Sell it as I need the money': these words begin a reason. */
const REASONS = new Set(['because', 'cause', 'as', 'since', 'so'])

/** Tells whether a clause ends before that word. */
export const closesAt = (words: readonly Word[], at: number): boolean => {
  const next = words[at]
  // 'I'm new to this, but': the conjunction may belong to it.
  const joined = TAKEN.has(words[at - 1]?.text ?? '')
  return joined || next === undefined || CLAUSE_ENDS.has(next.text) || AFTER.has(next.text)
}
const AFTER = new Set([
  'so',
  'and',
  'but',
  'please',
  'pls',
  'plz',
  'thanks',
  'thank',
  'cheers',
  'kindly',
  'could',
  'would',
  'can',
])
const NOT_AS = new Set(['long', 'soon', 'far', 'much', 'just', 'often', 'only', 'same', 'exactly', 'even'])
const TAKEN = new Set(['but', 'so', 'and'])
