import { formatUnits, parseUnitsDown, USD_DECIMALS } from '@purser/contract/money.ts'
import type { ListedStrategy } from '@purser/contract/strategies/strategies.ts'

/** Decimal texts in USD. `pnl`: of those that have one; `costs`: null if a price is missing. */
export type ListTotals = { orders: number; pnl: string; costs: string | null }

/** A signed amount in USD, in millionths. */
export const toMillionths = (usd: number | string): bigint => {
  const text = String(usd)
  return text.startsWith('-')
    ? -parseUnitsDown(text.slice(1), USD_DECIMALS)
    : parseUnitsDown(text, USD_DECIMALS)
}

/** Sums the figures of listed strategies, exact to the millionth of a dollar. */
export function sumStrategies(list: ListedStrategy[]): ListTotals {
  let [orders, pnl] = [0, 0n]
  let costs: bigint | null = 0n
  for (const one of list) {
    orders += one.orders_filled
    if (one.pnl !== null) pnl += toMillionths(one.pnl)
    costs = costs === null || one.costs_usd === null ? null : costs + toMillionths(one.costs_usd)
  }
  return {
    orders,
    pnl: formatUnits(pnl, USD_DECIMALS),
    costs: costs === null ? null : formatUnits(costs, USD_DECIMALS),
  }
}
