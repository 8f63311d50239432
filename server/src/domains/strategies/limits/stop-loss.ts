/** Sells what is held if the price falls below its cost. */
import { stopLoss as field } from '@purser/contract/strategies/limits/stop-loss.ts'
import { createReference } from './distance.ts'
import type { LimitRule } from './limit.ts'

export const stopLoss: LimitRule<'stop_loss_percent'> = (plan, loss) => {
  const reference = createReference(plan, 'stop_loss_percent')
  const stopAt = (from: number) => from * (1 - loss / 100)
  return {
    update: reference.update,
    meet(state, priceUsd) {
      const from = reference.read(state)
      if (from === null || !(from > 0 && priceUsd <= stopAt(from))) return null
      const reason = `${field.exit}: ${reference.words(priceUsd, 'below', from)} (limit ${loss}%)`
      return { name: field.exit, status: 'stopped', reason }
    },
    idle(state) {
      const from = reference.read(state)
      if (from !== null) return { below: stopAt(from) }
      // The first price of a plan that only sells is not known yet.
      return plan.trade_direction === 'sell' ? { until: 0 } : {}
    },
  }
}
