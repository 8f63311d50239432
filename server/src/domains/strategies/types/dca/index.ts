/** The server's part of this type of plan. */
import { type DcaPlan, dcaOrders } from '@purser/contract/strategies/plan.ts'
import { onlyOrder, type PlanType, toNumber } from '../plan-type.ts'
import { dcaRules } from './rules.ts'

export const dca: PlanType<DcaPlan> = {
  rules: dcaRules,
  next(plan, now) {
    const { at } = now
    const [lowest, highest] = [toNumber(plan.min_price_usd), toNumber(plan.max_price_usd)]
    return lowest === null && highest === null
      ? onlyOrder(now, { is: 'time', at }, null)
      : onlyOrder(now, { is: 'time-within', at, lowest, highest }, lowest ?? highest)
  },
  rest(plan, { ordersFilled }) {
    const count = dcaOrders(plan)
    return count === null ? plan : { ...plan, order_count: Math.max(1, count - ordersFilled) }
  },
  problem({ min_price_usd: min, max_price_usd: max }) {
    const isEmpty = min !== undefined && max !== undefined && Number(min) >= Number(max)
    return isEmpty ? { code: 'price_bounds' } : null
  },
}
