/**
 * 'Make that 30 dollars' of 20 dollars a week is 'make it 30 dollars'; far from the amount of each order it may be the
 * budget, and stays.
 */
import type { Plan } from '@purser/contract/strategies/plan.ts'
import type { Grammar } from '../clauses/grammar.ts'
import type { Amount } from '../clauses/roles.ts'
import type { InterpreterRequest } from '../port.ts'
import { compare, times } from '../text/decimal.ts'
import { amountIn } from './standing.ts'

const LEADS = String.raw`(?:ok|okay|and|but|no|actually|sorry|please|hmm|wait|can you|could you)`
const CHANGE = String.raw`(?:make|change|turn|set) `
const FIGURE = String.raw`(?: to| into)? \$?[\d.,]+\S*(?: \S+)?(?: please| instead)?\W*`
const THAT = new RegExp(`^(\\W*(?:${LEADS}\\W+)*${CHANGE})that(${FIGURE})$`, 'i')
/** Further apart they are hardly two amounts of one order. */
const FAR = '4'

/** Returns the text with 'it' in the place of 'that', in the same length. */
export function asItsAmount(
  { read }: Pick<Grammar, 'read'>,
  { tokens }: InterpreterRequest,
  plan: Plan,
  text: string,
): string {
  const held = amountIn(plan)
  if (!held || held.unit === 'percent' || !THAT.test(text)) return text
  const [amount, ...more] = read(text, tokens).roles.flatMap(({ kind, value }) =>
    kind === 'amount' ? [value as Amount] : [],
  )
  if (amount?.unit !== held.unit || more.length > 0) return text
  const one = String(held.value)
  const isNear = compare(amount.value, times(one, FAR)) < 0 && compare(times(amount.value, FAR), one) > 0
  return isNear ? text.replace(THAT, '$1it  $2') : text
}
