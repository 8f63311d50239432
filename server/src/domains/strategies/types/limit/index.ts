/** The server's part of this type of plan. */
import type { LimitPlan } from '@purser/contract/strategies/plan.ts'
import { onlyOrder, type PlanType } from '../plan-type.ts'
import { limitRules } from './rules.ts'

export const limit: PlanType<LimitPlan> = {
  rules: limitRules,
  next(plan, now) {
    const usd = Number(plan.limit_price_usd)
    return onlyOrder(now, { is: plan.trade_direction === 'buy' ? 'below' : 'above', usd, exit: null }, usd)
  },
}
