/** A loss, realised and unrealised, on one day of UTC. */
import { PlanAmount } from '../values.ts'
import type { Limit, LimitWords } from './limit.ts'

export const dailyLoss = {
  schema: PlanAmount,
  label: 'Daily loss limit',
  does: 'ends',
  exit: 'daily loss',
} as const satisfies Limit

export const dailyLossWords: LimitWords<typeof dailyLoss> = {
  sentence: (loss, words) => `a daily loss limit of ${words.amount(loss)}`,
  explanation: (loss, words) => `it has lost ${words.amount(loss)} in one day (UTC)`,
  unusable: 'the daily loss limit is invalid: ',
  ofBuys: 'a daily loss',
}
