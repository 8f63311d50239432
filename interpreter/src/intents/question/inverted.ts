/**
 * 'Hmm, should I sell it?': a helping verb before its subject asks, whatever comes before it. 'Should' also makes a
 * condition: a loss, a gain or a fall is no action, and 'should it fall' has another subject.
 */
import { TRADE_VERB, SOFTLY } from '../../text/trade-verbs.ts'

const SHOULD = "(?:should|shall|shud|shld|shoud|shoudl|shuold|shuld|sould)(?:n['’]?t)?"
const HELPS = "(?:do|would|will|wud|am|are|did|must|ought)(?:n['’]?t)?"
/** 'Should I, like, maybe sell': a stammered beginning. */
const STAMMERED = String.raw`(?:(?!(?:lose|be|see|reach|hit|fall|have|own|gain|earn|win|come|break)\b)[\w'’]+ ){0,3}?`
const SOLD = 'sold|bought|swapped|dumped|converted|exchanged|traded|moved|closed|trimmed|cut'
const ASKED = new RegExp(
  [
    String.raw`\b(?:(?:${SHOULD}|${HELPS}) (?:i|we),? (?:not )?${SOFTLY}(?:to )?${STAMMERED}${TRADE_VERB}|`,
    [
      String.raw`(?:can|could|may|might) i,? (?!(?:ask|have|get|set|please|suggest|trouble)\b)${SOFTLY}${TRADE_VERB}|`,
    ].join(''),
    String.raw`(?:${SHOULD}|must) (?:you|u|one|they|people|somebody|someone|the bot|the agent|purser),? `,
    String.raw`${SOFTLY}${TRADE_VERB}|`,
    [
      String.raw`${SHOULD} (?:(?:all|half|some|any|most|of|an?|third|quarter|\d\S*) )*(?:my|our|`,
      String.raw`the) \S+ be (?:${SOLD})\b)`,
    ].join(''),
  ].join(''),
  'i',
)
const LEAD = /^\S+ (?:i|we),? (?:not )?(?:to )?/i
/** The words before it belong to the action: 'if it drops 10 %, should I sell?' */
export const BEARS = /\b(?:if|when|once|whenever|after|at|in case)\b|\d/i

/** Returns the question of a clause, and its action without the helping verb and subject; undefined if none asks. */
export function findAskedAction(text: string): { clause: string; deed: string } | undefined {
  const plain = text.replace(/\s+/g, ' ')
  const found = ASKED.exec(plain)
  if (!found) return undefined
  const before = plain.slice(0, found.index)
  const clause = plain.slice(found.index)
  const deed = clause.replace(LEAD, '')
  return BEARS.test(before) ? { clause: '', deed: `${before}${deed}` } : { clause, deed }
}
