/** A price below the average cost of the tokens now held; for a plan that only sells, below the price at the start. */
import { Percent } from '../values.ts'
import type { Limit, LimitWords } from './limit.ts'

export const stopLoss = {
  schema: Percent,
  label: 'Stop loss',
  does: 'ends',
  exit: 'stop loss',
} as const satisfies Limit

export const stopLossWords: LimitWords<typeof stopLoss> = {
  sentence: (percent) => `a stop loss of ${percent}%`,
  explanation: (percent, { reference }) => `the price is ${percent}% below ${reference}`,
}
