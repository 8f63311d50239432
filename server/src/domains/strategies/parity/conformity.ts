/**
 * Checks whether polling could have missed a due order, or have acted on one that was over: between two recorded steps
 * the state did not change, so its idle bounds can be checked against every moment of the history.
 */
import type { StrategyState } from '../engine/types.ts'
import { coarseness, FINE_MS, type ReplayContext, type RecordedStep, POLL_MS } from './replay-context.ts'

/** In this state from `from` until the next recorded step, or until `to`. */
export type Piece = {
  state: StrategyState
  from: number
  to: number
  gapMs: number
  recorded: RecordedStep | null
}

export type Conformity = {
  /** The longest time for which something was due before it was done or was over. */
  longestMs: number
  longestAt: number
  /** The longest time between two polls around that moment. */
  gapMs: number
  /** The first time that something was due for longer than the time between two polls; null if that never happened. */
  late: { at: number; ms: number; gapMs: number } | null
}

const AT_ONCE = 5_000
/** Resolution of the check, or the most steps for a long piece. */
const STEP_MS = 50
const MOST_STEPS = 100_000

/** `tolerance`: the ratio by which a price must exceed its bounds. */
export async function conformity(
  context: ReplayContext,
  pieces: Piece[],
  tolerance = 0,
): Promise<Conformity> {
  const found: Conformity = { longestMs: 0, longestAt: pieces[0]?.from ?? 0, gapMs: 0, late: null }
  const slack = FINE_MS + coarseness(context)
  let checks = 0
  for (const { state, from, to: end, ...piece } of pieces) {
    const { until, below: low, above: high } = context.compiled.idle(state)
    const idle = { until, below: low * (1 - tolerance), above: high * (1 + tolerance) }
    const gapMs = Math.max(piece.gapMs, POLL_MS)
    found.gapMs = Math.max(found.gapMs, gapMs)
    const watches = idle.below > -Infinity || idle.above < Infinity
    const step = Math.max(STEP_MS, (end - from) / MOST_STEPS)
    let since: number | null = null
    const over = (at: number) => {
      if (since === null) return
      if (at - since > found.longestMs) {
        found.longestMs = at - since
        found.longestAt = since
      }
      if (at - since > gapMs + slack) found.late ??= { at: since, ms: at - since, gapMs }
    }
    let now = watches ? from : Math.min(Math.max(from, idle.until), end)
    for (; ; now = Math.min(now + step, end)) {
      const price = watches ? context.token.at(now) : 0
      const hot = now >= idle.until || (watches && (price <= idle.below || price >= idle.above))
      if (hot) since ??= now
      else {
        over(now)
        since = null
      }
      if (now >= end) break
      // Due by the clock: no price changes that.
      if (now >= idle.until) now = end - step
      if (++checks % AT_ONCE === 0) await context.yieldNow()
    }
    over(end)
  }
  return found
}
