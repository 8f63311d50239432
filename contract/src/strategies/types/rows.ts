/** What the console calls the fields of plans, and those of their values that are one of a few. */
import { limits } from '../limits/index.ts'
import { bracketLabels } from './bracket/plan.ts'
import { dcaLabels } from './dca/plan.ts'
import { gridLabels, gridValues } from './grid/plan.ts'
import { limitLabels } from './limit/plan.ts'
import { maCrossLabels, maCrossValues } from './ma-cross/plan.ts'
import { rebalanceLabels } from './rebalance/plan.ts'
import { rsiLabels } from './rsi/plan.ts'
import { timeframeWords } from './timeframe.ts'
import { twapLabels } from './twap/plan.ts'

/** Names of fields that say less by themselves. */
export const fieldLabels: Record<string, string> = {
  strategy_type: 'Type',
  token_address: 'Token',
  slippage_bps: 'Slippage limit',
  on_stop: 'When stopped',
  quote: 'Traded against',
  trade_direction: 'Direction',
  ...dcaLabels,
  ...twapLabels,
  ...limitLabels,
  ...gridLabels,
  ...bracketLabels,
  ...rsiLabels,
  ...maCrossLabels,
  ...rebalanceLabels,
  ...Object.fromEntries(Object.entries(limits).map(([field, { label }]) => [field, label])),
}

export const fieldValues: Record<string, string> = {
  both: 'buys and sells',
  ...gridValues,
  ...maCrossValues,
  ...timeframeWords,
}
