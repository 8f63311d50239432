import type { Plan } from '@purser/contract/plan.ts'

export const typeNames: Record<Plan['strategy_type'], string> = {
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
