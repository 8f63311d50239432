/** What each type says of its plans. The console has no use for it and does not load it. */
import { bracketWords } from './bracket/words.ts'
import { dcaWords } from './dca/words.ts'
import { gridWords } from './grid/words.ts'
import type { Plan, Plans, StrategyType } from './index.ts'
import { limitWords } from './limit/words.ts'
import { maCrossWords } from './ma-cross/words.ts'
import { rebalanceWords } from './rebalance/words.ts'
import { rsiWords } from './rsi/words.ts'
import { swapWords } from './swap/words.ts'
import { twapWords } from './twap/words.ts'
import type { TypeWords } from './type-words.ts'

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
export const wordsOf = ({ strategy_type: type }: Plan): TypeWords<Plan> => words[type]
