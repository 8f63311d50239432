/** The profit of all agents, beside the rows of their list. */
import { formatUnits, USD_DECIMALS } from '@purser/contract/money.ts'
import type { Strategy, StrategyTotals } from '@purser/contract/strategies/strategies.ts'
import { toMillionths } from '../strategies/strategy-totals.ts'

/**
 * Decimal text in USD; null without a figure. The row of the selected agent shows the answer of the desk, which may be of
 * another moment than the totals: its strategy counts with the figure shown.
 */
export function totalProfit(totals: StrategyTotals, shown: Strategy | undefined): string | null {
  if (totals.pnl === null) return null
  const counted = totals.current.find(({ id }) => id === shown?.id)
  const profit = shown?.pnl ?? null
  const isShown = counted !== undefined && profit !== null
  if (totals.strategies === 0 && !isShown) return null
  const change = isShown ? toMillionths(profit) - toMillionths(counted.pnl ?? 0) : 0n
  return formatUnits(toMillionths(totals.pnl) + change, USD_DECIMALS)
}
