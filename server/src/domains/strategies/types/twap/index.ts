/** The server's part of this type of plan. */
import { formatUnits } from '@purser/contract/money.ts'
import { type TwapPlan, twapOrders } from '@purser/contract/strategies/plan.ts'
import { DIGITS, units } from '../../engine/position.ts'
import { onlyOrder, type PlanType } from '../plan-type.ts'
import { twapRules } from './rules.ts'

export const twap: PlanType<TwapPlan> = {
  rules: twapRules,
  next: (_, now) => onlyOrder(now, { is: 'time', at: now.at }, null),
  rest(plan, { held, terms, spent, ordersFilled }) {
    if (!terms?.budget) return held === '0' ? plan : null
    const left = units(terms.budget) - units(spent)
    if (left <= 0n) return null
    const orders = Math.max(1, twapOrders(plan) - ordersFilled)
    const unit = plan.trade_direction === 'buy' ? plan.quote : ('token' as const)
    return {
      ...plan,
      total_amount: { value: formatUnits(left, DIGITS), unit },
      total_duration_seconds: orders * plan.order_interval_seconds,
    }
  },
}
