import { dcaOrders, type Plan } from '@purser/contract/plan.ts'
import { DAY_SECONDS } from '@purser/contract/time.ts'

/** How long a plan lasts by itself, in seconds; null where it has no end of its own. */
export function horizonOf(plan: Plan): number | null {
  const own = ownHorizon(plan)
  const most = plan.duration_days === undefined ? null : plan.duration_days * DAY_SECONDS
  if (own === null || most === null) return own ?? most
  return Math.min(own, most)
}

function ownHorizon(plan: Plan): number | null {
  switch (plan.strategy_type) {
    case 'swap':
      return 0
    case 'dca': {
      const orders = dcaOrders(plan)
      return orders === null ? null : (orders - 1) * plan.interval_seconds
    }
    case 'twap':
      return plan.total_duration_seconds
    case 'limit':
      return plan.expires_in_seconds ?? null
    case 'bracket':
      return plan.time_limit_seconds ?? null
    case 'grid':
    case 'rsi':
    case 'ma_cross':
    case 'rebalance':
      return null
  }
}
