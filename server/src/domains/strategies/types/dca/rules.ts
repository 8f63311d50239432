/** The same order at each interval. */
import { type DcaPlan, dcaOrders } from '@purser/contract/strategies/plan.ts'
import { DAY_MS } from '@purser/contract/time.ts'
import { scheduleRules } from '../schedule.ts'
import type { Rules } from '../../engine/types.ts'
import { ordersWords, orderWords, priceWords, getSymbols, timeWords } from '../../lines/words.ts'

export function dcaRules(plan: DcaPlan): Rules {
  const count = dcaOrders(plan)
  const rules = scheduleRules({
    plan,
    title: formatTitle(plan, count),
    interval: plan.interval_seconds * 1000,
    count,
    lowest: plan.min_price_usd === undefined ? null : Number(plan.min_price_usd),
    highest: plan.max_price_usd === undefined ? null : Number(plan.max_price_usd),
    endless: plan.order_count === undefined && plan.duration_days === undefined,
    getAmount: () => plan.amount_per_order,
  })
  return { ...rules, endsItself: true }
}

function formatTitle(plan: DcaPlan, count: number | null): string {
  const parts = [
    `DCA, ${orderWords(getSymbols(plan), plan.trade_direction, plan.amount_per_order)}`,
    `every ${timeWords(plan.interval_seconds * 1000)}`,
    count === null ? 'until stopped or out of funds' : ordersWords(count),
  ]
  if (plan.duration_days !== undefined) parts.push(`for at most ${timeWords(plan.duration_days * DAY_MS)}`)
  if (plan.min_price_usd !== undefined) parts.push(`not below ${priceWords(Number(plan.min_price_usd))}`)
  if (plan.max_price_usd !== undefined) parts.push(`not above ${priceWords(Number(plan.max_price_usd))}`)
  return parts.join(', ')
}
