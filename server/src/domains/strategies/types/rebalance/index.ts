/** The server's part of this type of plan. */
import type { RebalancePlan } from '@purser/contract/strategies/plan.ts'
import type { PlanType } from '../plan-type.ts'
import { rebalanceRules } from './rules.ts'

export const rebalance: PlanType<RebalancePlan> = {
  rules: rebalanceRules,
  next: (_, { at, order }) =>
    (['buy', 'sell'] as const).map((side) => ({
      side,
      amount: null,
      atMost: null,
      order,
      when: { is: 'off-target', at },
    })),
}
