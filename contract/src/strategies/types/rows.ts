/** What the console calls the fields of plans, and those of their values that are one of a few. */
import { limits } from '../limits/index.ts'
import { allFacts } from './index.ts'

const merged = (tables: (Record<string, string> | undefined)[]): Record<string, string> =>
  Object.assign({}, ...tables) as Record<string, string>

/** Names of fields that say less by themselves. */
export const fieldLabels: Record<string, string> = {
  strategy_type: 'Type',
  token_address: 'Token',
  slippage_bps: 'Slippage limit',
  on_stop: 'When stopped',
  quote: 'Traded against',
  trade_direction: 'Direction',
  ...merged(allFacts.map(({ labels }) => labels)),
  ...Object.fromEntries(Object.entries(limits).map(([field, { label }]) => [field, label])),
}

export const fieldValues: Record<string, string> = {
  both: 'buys and sells',
  ...merged(allFacts.map(({ values }) => values)),
}
