/** A price above the average cost of the tokens now held; for a plan that only sells, above the price at the start. */
import { Gain } from '../values.ts'
import type { Limit, LimitWords } from './limit.ts'

export const takeProfit = {
  schema: Gain,
  label: 'Take profit',
  does: 'ends',
  exit: 'take profit',
} as const satisfies Limit

export const takeProfitWords: LimitWords<typeof takeProfit> = {
  sentence: (percent) => `a take profit of ${percent}%`,
  explanation: (percent, { reference }) => `the price is ${percent}% above ${reference}`,
}
