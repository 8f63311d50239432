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
  explanation: (most, words) => `It never spends more than ${words.amount(most)} in all.`,
  unusable: 'the limit of what may be spent is not usable: ',
  skippedFor: 'the budget',
  skipped: () => 'all that your plan may spend is spent',
}
