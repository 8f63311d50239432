/** Keeps the token at a share of token and quote together, checked at each interval. */
import type { RebalancePlan } from '@purser/contract/strategies/plan.ts'
import { CHANGED, NONE, TRADED } from '../../../backtest/walk.ts'
import { buy, complete, quoteUsdAt, sell } from '../account.ts'
import { type Rule, withinBudget } from './rule.ts'

export function rebalanceRule(plan: RebalancePlan): Rule {
  const interval = plan.interval_seconds * 1000
  let slotAt = 0
  return {
    begin: (account) => void (slotAt = account.startedAt),
    narrow: (_account, idle) => void (idle.until = Math.min(idle.until, slotAt)),
    tick(account) {
      const { now, price, purseToken, purseQuote } = account
      if (now < slotAt) return NONE
      slotAt = slotAt + interval > now ? slotAt + interval : now + interval
      const quoteUsd = quoteUsdAt(account)
      const worth = purseToken * price
      const total = worth + purseQuote * quoteUsd
      const gap = (total * plan.target_percent) / 100 - worth
      if (!(total > 0) || Math.abs(gap) / total < plan.threshold_percent / 100) return CHANGED
      if (gap < 0) {
        sell(account, Math.min(purseToken, -gap / price))
        return TRADED
      }
      const quote = withinBudget(account, Math.min(purseQuote, gap / quoteUsd))
      if (quote === 0) {
        if (account.held === 0) complete(account)
        return CHANGED
      }
      buy(account, quote)
      return TRADED
    },
  }
}
