/**
 * Tells which side trades on which cross. A plan buys when the fast average rises above the slow one: 'buy when the 50
 * crosses above the 20' and 'sell when the fast one crosses above' are the opposite, which it cannot hold.
 */
import type { Bag } from '../../clauses/bag.ts'

const BUYS = new Set(['buy', 'buys', 'buying', 'enter', 'long'])
const SELLS = new Set(['sell', 'sells', 'selling', 'exit', 'dump'])
const UPWARD = new Set(['above', 'over', 'up', 'upward', 'upwards', 'upside'])
const DOWNWARD = new Set(['below', 'under', 'down', 'downward', 'downwards', 'beneath', 'downside'])
type Event = { is: 'side' | 'way'; up: boolean }

export function isBackward(bag: Bag): boolean {
  const { words } = bag.text
  const crosses = (at: number) =>
    words
      .slice(Math.max(0, at - 4), at)
      .some(({ text }) =>
        /^(?:cross|go|move|get|rise|climb|fall|drop|dip|break|is$|ma$|ema$|sma$|average|line|one$)/.test(
          text,
        ),
      )
  const events = words.flatMap(({ text, kind }, at): Event[] => {
    if (kind !== 'word') return []
    if (BUYS.has(text) && !(text === 'long' && isAverage(words[at + 1]?.text)))
      return [{ is: 'side', up: true }]
    if (SELLS.has(text)) return [{ is: 'side', up: false }]
    // 'Cross-over' and 'x over' are nouns.
    const before = words[at - 1]?.text
    if (text === 'over' && (before === 'x' || (before === 'cross' && words[at + 1]?.kind === 'number')))
      return []
    if (UPWARD.has(text) && crosses(at)) return [{ is: 'way', up: true }]
    return DOWNWARD.has(text) && crosses(at) ? [{ is: 'way', up: false }] : []
  })
  const sides = events.filter(({ is }) => is === 'side')
  const ways = events.filter(({ is }) => is === 'way')
  // 'Buy when A crosses above B and sell when it crosses below': one direction for each side, in order.
  if (sides.some(({ up }, i) => ways[i] !== undefined && ways[i].up !== up)) return true
  const [first, second] = lengthsInOrder(bag)
  // 'The 50 crosses above the 20' is the fast one crossing below.
  return ways.length > 0 && first !== undefined && second !== undefined && first > second
}
/** 'The long average' is no verb. */
const isAverage = (word: string | undefined): boolean =>
  word !== undefined && /^(?:ma|ema|sma|average|moving|term|line|one|length|period|\d+|\()$/.test(word)

function lengthsInOrder(bag: Bag): number[] {
  return bag.roles.flatMap(({ kind, value, said }): number[] => {
    if (kind !== 'averages') return []
    const { a, b, fast, slow } = value as { a?: string; b?: string; fast?: string; slow?: string }
    if (fast !== undefined && slow !== undefined)
      return said.indexOf(fast) < said.indexOf(slow)
        ? [Number(fast), Number(slow)]
        : [Number(slow), Number(fast)]
    return [a, b].flatMap((one) => (one === undefined ? [] : [Number(one)]))
  })
}
