/**
 * Removes fields that a model filled in although the text does not mention them, so that the desk's own defaults, and
 * their sentences, take their place.
 */
import type { InterpreterRequest } from '../port.ts'
import { figuresIn, isFrom } from './figures.ts'
import type { Fields } from './reply.ts'
import { sellsAtStop } from './explicit-sides.ts'

/** Any mention of a time. */
export const TIME =
  /\b(?:seconds?|secs?|minutes?|mins?|hour|hours|hrs?|hourly|days?|daily|nightly|weeks?|weekly|fortnight\w*|months?|monthly|years?|yearly|annually|tomorrow|tonight|overnight|every|each|per|twice|thrice|once|interval|chart|candles?|timeframe)\b|\d\s*(?:[smhdwy]|min|hr)\b/i

const FIGURES = ['length', 'buy_below', 'sell_above', 'threshold_percent']
const WORDS: [string, RegExp][] = [
  ['slippage_bps', /slip|bps|basis|toleran/i],
  ['timeframe', TIME],
  ['kind', /\be(?:ma|xp)|\bsma|\bsimple/i],
  ['spacing', /geometr|arithmet|percent|%|\blog|\beven|\bequal|linear|exponent|spac|dollars? apart/i],
]

/** Removes fields without a source from `fields`, in place. */
export function dropUnsaid(
  fields: Fields,
  { instruction, previousPlan }: InterpreterRequest,
  change = false,
) {
  const figures = figuresIn(instruction)
  const before = (change ? previousPlan : null) as Fields | null
  for (const field of FIGURES)
    if (
      fields[field] !== undefined &&
      !isFrom(fields[field] as number, figures, before?.[field] as number | undefined)
    )
      delete fields[field]
  for (const [field, words] of WORDS)
    if (fields[field] !== undefined && !words.test(instruction)) delete fields[field]
  if (fields.on_stop === 'sell' && !sellsAtStop(instruction)) delete fields.on_stop
  const paced = fields.strategy_type === 'twap' ? 'order_interval_seconds' : 'interval_seconds'
  const isOpen = fields.strategy_type === 'twap' || fields.strategy_type === 'rebalance'
  const isPaced =
    TIME.test(instruction) || /\b(?:slices?|parts|pieces|orders|chunks|portions)\b/i.test(instruction)
  if (isOpen && !isPaced) delete fields[paced]
}
