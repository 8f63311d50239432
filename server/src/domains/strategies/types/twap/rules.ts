/** Equal slices of a total on a schedule; the remainder goes to the last one. */
import { formatUnits, parseUnits } from '@purser/contract/money.ts'
import { type PlanAmount, type TwapPlan, twapOrders } from '@purser/contract/strategies/plan.ts'
import { heldInDoubt } from '../../engine/place.ts'
import { DIGITS, units as exactly } from '../../engine/position.ts'
import { scheduleRules } from '../schedule.ts'
import type { Rules, StrategyState } from '../../engine/types.ts'
import { ordersWords, orderWords, getSymbols, timeWords } from '../../lines/words.ts'

export function twapRules(plan: TwapPlan): Rules {
  const count = twapOrders(plan)
  const interval = plan.order_interval_seconds * 1000

  function slice(state: StrategyState, number: number): PlanAmount {
    const { terms } = state
    if (!terms?.budget) throw new Error('a TWAP needs its total in base units from the start')
    const buys = plan.trade_direction === 'buy'
    const decimals = buys ? terms.quoteDecimals : terms.tokenDecimals
    const total = parseUnits(terms.budget, decimals)
    const each = total / BigInt(count)
    const due = number >= count ? total - each * BigInt(count - 1) : each
    // An order after the last one must not take the remainder a second time.
    const gone = exactly(state.spent) + heldInDoubt(state, plan.trade_direction)
    const left = total - gone / 10n ** BigInt(DIGITS - decimals)
    const units = left > 0n && left < due ? left : due
    return { value: formatUnits(units, decimals), unit: buys ? plan.quote : 'token' }
  }

  return scheduleRules({
    plan,
    title: `TWAP, ${orderWords(getSymbols(plan), plan.trade_direction, plan.total_amount)}, in ${ordersWords(count)}, one every ${timeWords(interval)}`,
    interval,
    count,
    lowest: null,
    highest: null,
    endless: false,
    getAmount: slice,
  })
}
