/** A strategy in a line, for places that have no more than that. */
import { dcaOrders, type Plan, twapOrders } from '@purser/contract/plan.ts'
import type { Strategy } from '@purser/contract/strategies.ts'
import { symbolInPlan } from '@purser/contract/tokens.ts'
import { typeNames } from '#ui/type-names.ts'

/** Orders in all; null where that is open. */
function countOf(plan: Plan): number | null {
  switch (plan.strategy_type) {
    case 'dca':
      return dcaOrders(plan)
    case 'twap':
      return twapOrders(plan)
    case 'swap':
    case 'limit':
    case 'bracket':
      return 1
    case 'grid':
    case 'rsi':
    case 'ma_cross':
    case 'rebalance':
      return null
  }
}

/** 'BONK · DCA 178/500', 'WIF · Grid 12'. */
export function strategySummary({ plan, orders_filled: filled }: Strategy): string {
  const count = countOf(plan)
  const done = filled.toLocaleString('en')
  const progress = count === null ? done : `${done}/${count.toLocaleString('en')}`
  return `${symbolInPlan(plan)} · ${typeNames[plan.strategy_type]} ${progress}`
}
