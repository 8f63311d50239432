/** The clock of the market: the desk's own, or a faster one for practice. */
import type { Clock } from '../kernel/clock.ts'

/**
 * `now()` is the market's time: the real time at speed 1, ahead of it while the speed is higher, and the real time
 * again once the speed is set back. `monotonic` and `sleep` are the desk's: waits take their real time.
 */
export type MarketClock = Clock & {
  /** 1: as real time passes. */
  speed(): number
  /**
   * Milliseconds since 1970 plus all time ever gained at a higher speed: it never goes back when the speed does, so due
   * times of the market use it.
   */
  practiceTime(): number
}
