/** The words of all types. The console loads the rows alone. */
import { limits } from '../limits/index.ts'
import { bracketRows, bracketWords } from './bracket/words.ts'
import { dcaRows, dcaWords } from './dca/words.ts'
import { gridRows, gridWords } from './grid/words.ts'
import type { Plan, Plans, StrategyType } from './index.ts'
import { limitRows, limitWords } from './limit/words.ts'
import { maCrossRows, maCrossWords } from './ma-cross/words.ts'
import { rebalanceRows, rebalanceWords } from './rebalance/words.ts'
import { rsiRows, rsiWords } from './rsi/words.ts'
import { swapWords } from './swap/words.ts'
import { twapRows, twapWords } from './twap/words.ts'
import type { Rows, TypeWords } from './type-words.ts'

const words: { [T in StrategyType]: TypeWords<Plans[T]> } = {
  swap: swapWords,
  dca: dcaWords,
  twap: twapWords,
  limit: limitWords,
  grid: gridWords,
  bracket: bracketWords,
  rsi: rsiWords,
  ma_cross: maCrossWords,
  rebalance: rebalanceWords,
}
export const typeWords = ({ strategy_type: type }: Plan): TypeWords<Plan> => words[type]

const rows: Rows[] = [
  dcaRows,
  twapRows,
  limitRows,
  gridRows,
  bracketRows,
  rsiRows,
  maCrossRows,
  rebalanceRows,
]
const merged = (tables: (Record<string, string> | undefined)[]): Record<string, string> =>
  Object.assign({}, ...tables) as Record<string, string>

/** Names of fields whose own names say too little. */
export const fieldLabels: Record<string, string> = {
  strategy_type: 'Type',
  token_address: 'Token',
  slippage_bps: 'Slippage limit',
  on_stop: 'When stopped',
  quote: 'Quote',
  trade_direction: 'Direction',
  ...merged(rows.map(({ labels }) => labels)),
  ...Object.fromEntries(Object.entries(limits).map(([field, { label }]) => [field, label])),
}

export const fieldValues: Record<string, string> = {
  both: 'buys and sells',
  ...merged(rows.map(({ values }) => values)),
}
