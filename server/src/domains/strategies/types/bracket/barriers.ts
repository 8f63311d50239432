/** The barriers of a bracket: prices around its entry, and a time. */
import type { BracketPlan } from '@purser/contract/strategies/plan.ts'
import type { ExitName } from '../../engine/codes.ts'
import type { StrategyState } from '../../engine/types.ts'
import { percentWords, priceWords, timeWords } from '../../lines/words.ts'
import type { BracketState } from './state.ts'

/** null: it has not entered yet. */
export const bracketState = ({ typeState }: StrategyState): BracketState | null =>
  typeState.type === 'bracket' ? typeState : null
export const withBracket = (state: StrategyState, change: Partial<BracketState>): StrategyState => {
  const own = bracketState(state)
  return own ? { ...state, typeState: { ...own, ...change } } : state
}

export const stopAt = ({ stop_loss_percent: loss }: BracketPlan, entry: number): number =>
  loss === undefined ? -Infinity : entry * (1 - loss / 100)
export const takeAt = ({ take_profit_percent: gain }: BracketPlan, entry: number): number =>
  gain === undefined ? Infinity : entry * (1 + gain / 100)
export const trailAt = ({ trailing_stop_percent: trail }: BracketPlan, peak: number): number =>
  trail === undefined ? -Infinity : peak * (1 - trail / 100)
export const limitMs = ({ time_limit_seconds: seconds }: BracketPlan): number =>
  seconds === undefined ? Infinity : seconds * 1000
export const entryPrice = ({ entry_price_usd: price }: BracketPlan): number | null =>
  price === undefined ? null : Number(price)

export type Barrier = { name: ExitName; reason: string }
/** The first barrier that is met, with its figures. */
export function metBarrier(
  plan: BracketPlan,
  { entryUsd, peakUsd, enteredAt }: BracketState,
  now: number,
  priceUsd: number | null,
): Barrier | null {
  const met = (name: ExitName, figures: string) => ({ name, reason: `${name}: ${figures}` })
  if (now >= enteredAt + limitMs(plan)) return met('time limit', `${timeWords(limitMs(plan))} have passed`)
  if (priceUsd === null) return null
  const distance = `${priceWords(priceUsd)} is ${percentWords(priceUsd / entryUsd - 1)}`
  const entry = `the entry at ${priceWords(entryUsd)}`
  if (priceUsd <= stopAt(plan, entryUsd))
    return met('stop loss', `${distance} below ${entry} (limit ${plan.stop_loss_percent}%)`)
  if (priceUsd >= takeAt(plan, entryUsd))
    return met('take profit', `${distance} above ${entry} (limit ${plan.take_profit_percent}%)`)
  if (priceUsd > trailAt(plan, peakUsd)) return null
  const fallen = `${priceWords(priceUsd)} is ${percentWords(priceUsd / peakUsd - 1)} below`
  return met(
    'trailing stop',
    `${fallen} the peak of ${priceWords(peakUsd)} (limit ${plan.trailing_stop_percent}%)`,
  )
}
