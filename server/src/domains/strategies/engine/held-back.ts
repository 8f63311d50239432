/** A sale that is held back, as its worth is not sure or its quote too low: it stays due until it is worth it, or its owner lets it go. */
import type { HeldBack } from '@purser/contract/held-back.ts'
import type { OrderRef } from '../lines/line-types.ts'
import { line } from '../lines/lines.ts'
import { quiet, withLines } from './stepped.ts'
import type { Failed, Stepped, StrategyState } from './types.ts'

/** Each decision asks for a quote, and candles of a minute are not told sooner. */
const AGAIN_MS = 10_000

/** Says so once, however long it lasts. `freed` holds no order any more. */
export function heldBack(
  freed: StrategyState,
  { now, heldBack: found }: Failed & { heldBack: HeldBack },
  order: OrderRef,
): Stepped {
  const since = freed.heldBack?.since ?? now
  // There was a quote again: failures before it do not add up with later ones.
  const state = { ...freed, retries: 0, heldBack: { since, found }, nextAt: now + AGAIN_MS }
  return freed.heldBack ? quiet(state) : withLines(state, line('held-back', { order, found }))
}

/** Its owner lets it go at what its quote brings. Of this sale alone: of what is held back later another word is needed. */
export function atAnyPrice(state: StrategyState, now: number): Stepped {
  if (!state.heldBack || state.heldBack.anyPrice) return quiet(state)
  const { found } = state.heldBack
  return withLines(
    { ...state, heldBack: { ...state.heldBack, anyPrice: true }, nextAt: now },
    line('any-price', { found }),
  )
}

/** Not held back any more: another sale, or one that went out. */
export function released(state: StrategyState): StrategyState {
  const { heldBack: _, ...free } = state
  return free
}
