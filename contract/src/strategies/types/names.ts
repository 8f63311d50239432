/** The types as people call them. They have a table of their own: most pages need no more of a type. */
import type { StrategyType } from './index.ts'

export const typeNames: Record<StrategyType, string> = {
  swap: 'Swap',
  dca: 'DCA',
  twap: 'TWAP',
  limit: 'Limit',
  grid: 'Grid',
  bracket: 'Bracket',
  rsi: 'RSI',
  ma_cross: 'MA cross',
  rebalance: 'Rebalance',
}
