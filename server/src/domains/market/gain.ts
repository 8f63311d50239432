/**
 * The time by which the market is ahead of real time, as one process counts it: from the row, by its own monotonic
 * clock.
 */
import type { ClockRow } from './market-clock.store.ts'

export type Gain = ReturnType<typeof createGain>

/** Dates are never used: if the clock of a machine jumps, the market jumps as far at any speed and no further. */
export function createGain(monotonic: () => number) {
  let seen = { version: -1, speed: 1, stretch: 0, aheadMs: 0, gainedMs: 0, at: monotonic() }
  /** The highest values that this process has returned: a change that arrives late takes nothing back. */
  let [leastAhead, leastGained] = [0, 0]

  function aheadMs(): number {
    if (seen.speed === 1) return 0
    const counted = seen.aheadMs + (seen.speed - 1) * Math.max(0, monotonic() - seen.at)
    return Math.floor(Math.max(leastAhead, counted))
  }
  const gainedMs = () => Math.floor(Math.max(leastGained, seen.gainedMs + aheadMs()))

  return {
    speed: () => seen.speed,
    version: () => seen.version,
    aheadMs,
    /** Includes all that was gained before the speed was last set back. */
    gainedMs,

    /** A row older than the last is ignored: an answer may be late. */
    adopt(row: ClockRow): void {
      if (row.version < seen.version) return
      const before = { ahead: aheadMs(), gained: gainedMs() }
      const { version, speed, stretch, gainedMs: kept } = row
      // The database knows how long ago a new change was made; from then on each process counts by itself.
      const counted =
        version === seen.version
          ? Math.max(before.ahead, row.aheadMs)
          : row.aheadMs + (speed - 1) * Math.max(0, row.elapsedMs)
      leastGained = before.gained
      leastAhead = stretch === seen.stretch ? before.ahead : 0
      seen = { version, speed, stretch, aheadMs: counted, gainedMs: kept, at: monotonic() }
    },
  }
}
