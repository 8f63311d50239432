/** Buys, then sells at the first barrier that is met. */
import type { BracketPlan } from '@purser/contract/strategies/plan.ts'
import { CHANGED, type Effect, NONE } from '../../../backtest/walk.ts'
import { entryPrice, limitMs, stopAt, takeAt, trailAt } from '../../../types/bracket/barriers.ts'
import type { Account } from '../account.ts'
import { exit } from '../limits.ts'
import { buyAmount, type Rule } from './rule.ts'

type Entry = { usd: number; peakUsd: number; at: number }

export function bracketRule(plan: BracketPlan): Rule {
  const trails = plan.trailing_stop_percent !== undefined
  const highest = entryPrice(plan) ?? Infinity
  let entry: Entry | null = null

  function guard(account: Account, own: Entry): Effect {
    const { price, now } = account
    const isHigher = trails && price > own.peakUsd
    if (isHigher) own.peakUsd = price
    const isMet =
      now >= own.at + limitMs(plan) ||
      price <= stopAt(plan, own.usd) ||
      price >= takeAt(plan, own.usd) ||
      price <= trailAt(plan, own.peakUsd)
    if (isMet) return exit(account)
    return isHigher ? CHANGED : NONE
  }

  return {
    begin: () => void (entry = null),
    narrow(_account, idle) {
      if (entry === null) {
        if (highest === Infinity) idle.until = 0
        else idle.below = Math.max(idle.below, highest)
        return
      }
      const target = takeAt(plan, entry.usd)
      idle.until = Math.min(idle.until, entry.at + limitMs(plan))
      idle.below = Math.max(idle.below, stopAt(plan, entry.usd), trailAt(plan, entry.peakUsd))
      idle.above = Math.min(idle.above, target, trails ? entry.peakUsd : Infinity)
      idle.orderAbove = Math.min(idle.orderAbove, target)
    },
    tick(account) {
      if (entry) return guard(account, entry)
      if (account.price > highest) return NONE
      const effect = buyAmount(account, plan.amount)
      if (account.held > 0) {
        const usd = account.costUsd / account.held
        entry = { usd, peakUsd: usd, at: account.now }
      }
      return effect
    },
  }
}
