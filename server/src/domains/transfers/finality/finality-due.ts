/**
 * Estimates when a landed transaction can be final, so that nobody asks before: 32 slots later, at the speed of the
 * slots seen, or at once where landings are seen as final already (Alpenglow). It decides when to ask and nothing else.
 */
import type { Clock } from '../../../kernel/clock.ts'

/** Blocks that are voted on before one is rooted. */
const SLOTS = 32
/** The longest assumed duration of a slot: waiting ends in any case. */
const MOST_SLOT_MS = 600
/** Landings closer together say little of the speed. */
const APART_MS = 2_000

export type FinalityDue = {
  /** Notes that one was first seen to have landed in this slot just now, final or not. */
  noteLanding(slot: bigint, isFinal?: boolean): void
  /**
   * Returns for how many milliseconds it has been worth asking about one that was first seen to have landed then;
   * negative: not yet. A single endpoint is believed only when it reports it twice, `apartMs` apart. One not seen is
   * due.
   */
  computeLateness(since: number | undefined, alone: boolean): number
}

export function createFinalityDue(clock: Pick<Clock, 'monotonic'>, apartMs: number): FinalityDue {
  let last: { slot: bigint; at: number } | null = null
  /** 0: not known yet. */
  let slotMs = 0
  let isFinalAtOnce = false

  return {
    noteLanding(slot, isFinal = false) {
      isFinalAtOnce = isFinal
      const at = clock.monotonic()
      const [slots, ms] = last ? [slot - last.slot, at - last.at] : [0n, 0]
      if (last && slots > 0n && ms < APART_MS) return
      // An endpoint that made up the one before, or a chain that began anew, gives no speed.
      slotMs = slots > 0n ? Math.min(MOST_SLOT_MS, ms / Number(slots)) : 0
      last = { slot, at }
    },

    computeLateness(since, alone) {
      if (since === undefined) return Number.POSITIVE_INFINITY
      return clock.monotonic() - since - Math.max(alone ? apartMs : 0, isFinalAtOnce ? 0 : SLOTS * slotMs)
    },
  }
}
