/** A clock on which durations pass faster than they do, for whatever waits a long time for a chain that is in a hurry. */
import { type Clock, systemClock } from '../kernel/clock.ts'

/** Waits and the monotonic reading, `factor` times as fast; what is read as a date stays as it is. */
export function timeScale(factor: number): Clock {
  const began = systemClock.monotonic()
  return {
    now: () => systemClock.now(),
    monotonic: () => began + (systemClock.monotonic() - began) * factor,
    sleep: (ms, signal) => systemClock.sleep(ms / factor, signal),
  }
}
