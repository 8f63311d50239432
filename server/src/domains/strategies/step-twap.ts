/** Equal slices of a total on a schedule; the base units that do not divide go to the last one. */
import { formatUnits, parseUnits } from '@purser/contract/money.ts'
import type { PlanAmount, TwapPlan } from '@purser/contract/plan.ts'
import { scheduleRules } from './step-dca.ts'
import { ordersWords, type Rules } from './step-order.ts'
import type { StrategyState } from './step.ts'
import { orderWords, timeWords } from './step-words.ts'

export const twapOrders = (plan: TwapPlan): number =>
  Math.max(1, Math.floor(plan.total_duration_seconds / plan.order_interval_seconds))

export function twapRules(plan: TwapPlan): Rules {
  const count = twapOrders(plan)
  const interval = plan.order_interval_seconds * 1000

  function slice({ terms }: StrategyState, number: number): PlanAmount {
    if (!terms?.budget) throw new Error('a TWAP needs its total in base units from the start')
    const buys = plan.trade_direction === 'buy'
    const decimals = buys ? terms.quoteDecimals : terms.tokenDecimals
    const total = parseUnits(terms.budget, decimals)
    const each = total / BigInt(count)
    const units = number >= count ? total - each * BigInt(count - 1) : each
    return { value: formatUnits(units, decimals), unit: buys ? plan.quote : 'token' }
  }

  return scheduleRules({
    plan,
    title: `twap, ${orderWords(plan, plan.trade_direction, plan.total_amount)}, in ${ordersWords(count)}, one every ${timeWords(interval)}`,
    interval,
    count,
    lowest: null,
    highest: null,
    endless: false,
    amountOf: slice,
  })
}
