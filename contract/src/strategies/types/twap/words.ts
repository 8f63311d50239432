/** How plans of this type are explained. */
import {
  type Rows,
  endAfterLast,
  orderWords,
  sidedDanger,
  spendsWord,
  type TypeWords,
} from '../type-words.ts'
import type { TwapPlan } from './plan.ts'

export const twapWords: TypeWords<TwapPlan> = {
  orders(plan, figures) {
    const { say, orders, total, rate } = figures
    const spends = spendsWord(plan)
    return [
      `In total it ${spends} ${total} in ${say.count(orders ?? 1, 'equal order')}, one every ${say.time(plan.order_interval_seconds)}, over ${say.time(plan.total_duration_seconds)}.`,
      `Each order ${spends} ${orderWords(figures)} at the current price (${rate}); any remainder goes to the last one.`,
    ]
  },
  end: (plan, figures) => endAfterLast(plan.order_interval_seconds, figures),
  danger: sidedDanger,
}

/** Names of its fields in the console, and of values from a fixed set. */
export const twapRows: Rows = {
  labels: { total_duration_seconds: 'Total duration', order_interval_seconds: 'Interval' },
}
