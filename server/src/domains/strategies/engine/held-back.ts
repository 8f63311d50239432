/**
 * A sale that is held back because its worth is not sure or its quote too low: it stays due until the quote is good
 * enough, or its owner releases it.
 */
import type { HeldBack } from '@purser/contract/agents/held-back.ts'
import type { OrderRef } from '../lines/line-types.ts'
import { line } from '../lines/lines.ts'
import { quiet, withLines } from './stepped.ts'
import type { Failed, Stepped, StrategyState } from './types.ts'

/** Each decision requests a quote, and new one-minute candles do not arrive sooner. */
const AGAIN_MS = 10_000

/** Reports it once, however long it lasts. `freed`: the state without the order. */
export function heldBack(
  freed: StrategyState,
  { now, heldBack: found }: Failed & { heldBack: HeldBack },
  order: OrderRef,
): Stepped {
  const since = freed.heldBack?.since ?? now
  // There was a quote again: earlier failures do not add up with later ones.
  const state = { ...freed, retries: 0, heldBack: { since, found }, nextAt: now + AGAIN_MS }
  return freed.heldBack ? quiet(state) : withLines(state, line('held-back', { order, found }))
}

/**
 * Its owner accepts whatever its quote brings. For this sale alone: another one that is held back later needs another
 * release.
 */
export function atAnyPrice(state: StrategyState, now: number): Stepped {
  if (!state.heldBack || state.heldBack.anyPrice) return quiet(state)
  const { found } = state.heldBack
  return withLines(
    { ...state, heldBack: { ...state.heldBack, anyPrice: true }, nextAt: now },
    line('any-price', { found }),
  )
}

/** No longer held back: another sale is due, or this one was sent. */
export function released(state: StrategyState): StrategyState {
  const { heldBack: _, ...free } = state
  return free
}
