/** The price that a stop loss and a take profit are measured from. */
import type { Plan } from '@purser/contract/strategies/plan.ts'
import type { LimitField } from '@purser/contract/strategies/limits/index.ts'
import { averageUsd } from '../engine/position.ts'
import type { StrategyState } from '../engine/types.ts'
import { percentWords, priceWords } from '../lines/words.ts'
import { createLimitState, type Limit } from './limit.ts'

type Reference = {
  /** null: there is none yet. */
  read(state: StrategyState): number | null
  words(priceUsd: number, side: 'below' | 'above', reference: number): string
} & Required<Pick<Limit, 'update'>>

/** The average cost of what is held; for a plan that only sells, the first price seen. */
export function createReference(plan: Plan, field: LimitField): Reference {
  const isSale = plan.trade_direction === 'sell'
  const own = createLimitState<{ entryUsd: number | null }>(field, { entryUsd: null })
  const name = isSale ? 'the initial price' : 'the average cost'
  return {
    read: (state) => (isSale ? own.read(state).entryUsd : averageUsd(state)),
    update: (state, _, priceUsd) =>
      isSale && priceUsd !== null && own.read(state).entryUsd === null
        ? own.write(state, { entryUsd: priceUsd })
        : state,
    words: (priceUsd, side, reference) =>
      `${priceWords(priceUsd)} is ${percentWords(priceUsd / reference - 1)} ${side} ${name} of ${priceWords(reference)}`,
  }
}
