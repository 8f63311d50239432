/** The most that all orders together may spend. */
import { PlanAmount } from '../values.ts'
import type { Limit, LimitWords } from './limit.ts'

export const maxSpend = {
  schema: PlanAmount,
  label: 'Budget',
  does: 'caps',
  skipCode: 'max-spend',
} as const satisfies Limit

export const maxSpendWords: LimitWords<typeof maxSpend> = {
  sentence: (most, words) => `a budget of ${words.amount(most)}`,
  explanation: (most, words) => `It never spends more than ${words.amount(most)} in total.`,
  unusable: 'the max spend limit is invalid: ',
  skippedFor: 'the budget',
  skipped: () => 'the whole budget of your plan is spent',
}
