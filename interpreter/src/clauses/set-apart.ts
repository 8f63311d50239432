/**
 * Tells whether an amount is the whole sum, and not that of one order: 'I have 300 USDC to put into JUP daily for a
 * month', '300 USDC set aside for JUP, daily', 'sell my 300 JUP every day', 'aiming for 300 USDC of JUP, bought
 * weekly'.
 */
import type { Bag } from './bag.ts'
import type { Amount, Role } from './roles.ts'

/** Beside a pace of its own it is the amount of each time: 'I have 10 USDC a day for JUP'. */
export function isSetApart({ text, roles }: Bag, amount: Role): boolean {
  const next = roles[roles.indexOf(amount) + 1]
  const isPaced = next?.kind === 'rate' && next.from === amount.to && OF_ITS_OWN.test(next.said)
  if (isPaced || (amount.value as Amount).unit === 'percent') return false
  // 'I have $20 to invest in JUP each week', 'set aside $20 every day' are for each; with an end it may be the whole.
  const ends = roles.some(({ kind }) => kind === 'duration' || kind === 'count')
  // An earlier role is from another text.
  if (text.written(amount.from, amount.to) !== amount.said)
    return SAVED.test(amount.said) || (ends && HAS.test(amount.said))
  const { words } = text
  const mark = words
    .slice(0, amount.from)
    .findLastIndex(({ kind, text: word }) => kind === 'mark' && word !== '$')
  const opening = text.written(Math.max(mark + 1, amount.from - MOST_BEFORE), amount.to)
  const end = words.findIndex(({ kind }, i) => i >= amount.to && kind === 'mark')
  const last = Math.min(end < 0 ? words.length : end, amount.to + MOST_AFTER)
  const closing = last > amount.to ? text.written(amount.to, last) : ''
  const isOfAll = SAVED.test(opening) || DEFINITE.test(opening) || APART.test(closing)
  return isOfAll || (ends && (HAS.test(opening) || KEPT.test(opening)))
}
const MOST_BEFORE = 7
const MOST_AFTER = 5
const OF_ITS_OWN = /^(?:(?:a|an|per|each|every)\b|\/)/i
const KEPT = /\b(?:set|put|lay|keep|keeping|setting|putting) aside\b|\ballo(?:cat|t)/i
/** 'Could I have 0.1 SOL put into JUP every day' asks for it. */
const HAS = new RegExp(
  [
    String.raw`(?<!\b(?:may|can|could|might|should|would|shall|when|if|once) )\b(?:i|we)(?:['’]ve)?(?: [a-z']+)? `,
    String.raw`(?:have|had|got|own|hold|set|kept)\b|\b(?:i|we)['’]ve\b|\bthere(?: is| are|['’]s)`,
  ].join(''),
  'i',
)
const SAVED = new RegExp(
  [
    String.raw`\b(?:saved|inherited|won|earned|received|spare|afford|budget\w*|earmark\w*|reserv\w*|`,
    String.raw`dedicat\w*|`,
    String.raw`designat\w*|devot\w*|pot|stash|savings|aim|aims|aiming|goal|target\w*|objective|reach|reaching|`,
    String.raw`end up|ending up|left)\b`,
  ].join(''),
  'i',
)
const DEFINITE =
  /\b(?:my|our|the|these|those|this|that) (?:(?:whole|entire|full|last|remaining|spare|other|only) )?(?:\$ ?)?[\d.,]+/i
const APART = new RegExp(
  [
    String.raw`^[^,;.]*\b(?:aside|earmarked|reserved|saved|left|spare|available|dedicated|`,
    String.raw`designated|allotted|allocated|lying around|sitting|at hand|on hand|ready|waiting|`,
    String.raw`(?:i|we) (?:have|got|own|hold)|of (?:my|our|the) \S*(?:savings|budget|pot|stash|fund|money|cash))\b`,
  ].join(''),
  'i',
)
