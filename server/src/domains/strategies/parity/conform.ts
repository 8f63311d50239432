/**
 * Whether what was done could have been missed or caught by someone who looks only now and then: between two steps
 * that were kept the state stood still, so its own word for when something happens can be held against every moment.
 */
import type { StrategyState } from '../steps/types.ts'
import { coarseness, FINE_MS, type Ground, type Kept, LOOK_MS } from './ground.ts'

/** From `from` on it was in this state, until the step that was kept next, or until `to`. */
export type Piece = { state: StrategyState; from: number; to: number; gapMs: number; kept: Kept | null }

export type Conformity = {
  /** How long something was due before it was done or had passed again, at the most. */
  longestMs: number
  longestAt: number
  /** The longest time between two looks around then. */
  gapMs: number
  /** The first time that something was due for longer than nobody looked; null where that never was. */
  late: { at: number; ms: number; gapMs: number } | null
}

const AT_ONCE = 5_000
/** As finely as this is gone through, or in so many parts where it is long. */
const STEP_MS = 50
const MOST_STEPS = 100_000

export async function conformity(ground: Ground, pieces: Piece[]): Promise<Conformity> {
  const found: Conformity = { longestMs: 0, longestAt: pieces[0]?.from ?? 0, gapMs: 0, late: null }
  const slack = FINE_MS + coarseness(ground)
  let looks = 0
  for (const { state, from, to: end, ...piece } of pieces) {
    const idle = ground.compiled.idle(state)
    const gapMs = Math.max(piece.gapMs, LOOK_MS)
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
      const price = watches ? ground.token.at(now) : 0
      const hot = now >= idle.until || (watches && (price <= idle.below || price >= idle.above))
      if (hot) since ??= now
      else {
        over(now)
        since = null
      }
      if (now >= end) break
      // Due by the clock: nothing that the price does takes that back.
      if (now >= idle.until) now = end - step
      if (++looks % AT_ONCE === 0) await ground.breathe()
    }
    over(end)
  }
  return found
}
