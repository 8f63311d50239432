/** The server's part of this type of plan. */
import type { SwapPlan } from '@purser/contract/strategies/plan.ts'
import { onlyOrder, type PlanType } from '../plan-type.ts'
import { swapRules } from './rules.ts'

export const swap: PlanType<SwapPlan> = {
  rules: swapRules,
  next: (_, now) => onlyOrder(now, { is: 'time', at: now.at }, null),
}
