/** How plans of this type are explained. */
import { type Rows, endless, type TypeWords } from '../type-words.ts'
import type { RebalancePlan } from './plan.ts'

export const rebalanceWords: TypeWords<RebalancePlan> = {
  orders: (plan, { say, token }) => [
    `Every ${say.time(plan.interval_seconds)} it checks the wallet balances. When the share of ${token} is ${plan.threshold_percent}% or more away from ${plan.target_percent}% of the value of ${token} and ${plan.quote} together, one order buys or sells enough to restore it.`,
    'It trades with everything these wallets hold of both, not only with what it bought.',
  ],
  end: endless,
  danger: () => 'In a long one-way move it keeps buying what falls and selling what rises.',
  condition: (plan, side, token) =>
    `if ${token} is ${plan.threshold_percent}% or more ${side === 'buy' ? 'below' : 'above'} its target share of ${plan.target_percent}%`,
}

/** Names of its fields in the console, and of values from a fixed set. */
export const rebalanceRows: Rows = {
  labels: { target_percent: 'Target share', threshold_percent: 'Threshold' },
}
