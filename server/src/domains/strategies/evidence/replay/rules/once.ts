/** One purchase: now, or once the price is low enough. Limits may guard it. */
import type { LimitPlan, SwapPlan } from '@purser/contract/strategies/plan.ts'
import { CHANGED, NONE, TRADED } from '../../../backtest/walk.ts'
import { complete } from '../account.ts'
import { buyAmount, type Rule } from './rule.ts'

export function onceRule(plan: SwapPlan | LimitPlan): Rule {
  const limit = plan.strategy_type === 'limit' ? Number(plan.limit_price_usd) : Infinity
  const seconds = plan.strategy_type === 'limit' ? plan.expires_in_seconds : undefined
  const lifeMs = seconds === undefined ? Infinity : seconds * 1000
  return {
    begin: () => undefined,
    narrow(account, idle) {
      idle.until = Math.min(idle.until, limit === Infinity ? account.startedAt : account.startedAt + lifeMs)
      if (limit < Infinity) idle.below = Math.max(idle.below, limit)
    },
    tick(account) {
      if (account.now >= account.startedAt + lifeMs) {
        complete(account)
        return CHANGED
      }
      if (account.price > limit) return NONE
      const effect = buyAmount(account, plan.amount)
      if (effect === TRADED && !account.hasFailed) complete(account)
      return effect
    },
  }
}
