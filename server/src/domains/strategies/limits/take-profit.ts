/** Sells what is held if the price rises above its cost. */
import { takeProfit as field } from '@purser/contract/strategies/limits/take-profit.ts'
import { createReference } from './distance.ts'
import type { LimitRule } from './limit.ts'

export const takeProfit: LimitRule<'take_profit_percent'> = (plan, gain) => {
  const reference = createReference(plan, 'take_profit_percent')
  const takeAt = (from: number) => from * (1 + gain / 100)
  return {
    update: reference.update,
    meet(state, priceUsd) {
      const from = reference.read(state)
      if (from === null || !(from > 0 && priceUsd >= takeAt(from))) return null
      const reason = `${field.exit}: ${reference.words(priceUsd, 'above', from)} (limit ${gain}%)`
      return { name: field.exit, status: 'completed', reason }
    },
    idle(state) {
      const from = reference.read(state)
      if (from !== null) return { above: takeAt(from) }
      return plan.trade_direction === 'sell' ? { until: 0 } : {}
    },
  }
}
