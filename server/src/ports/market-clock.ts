/** The clock of the market: the desk's own, or a faster one to practise on. */
import type { Clock } from '../kernel/clock.ts'

/**
 * `now()` is the market's time: the real time at speed 1, ahead of it while the speed is higher, and the real time again
 * once the speed is set back. `monotonic` and `sleep` are the desk's: waiting takes as long as ever.
 */
export type MarketClock = Clock & {
  /** 1: as real time passes. */
  speed(): number
  /**
   * Milliseconds since 1970 and all that was ever gained at a higher speed: it never goes back when the speed does, so what
   * is due in the market's time is kept by it.
   */
  practiceTime(): number
}
