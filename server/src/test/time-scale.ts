/** A clock on which time passes faster than it does, for whatever waits a long time for a chain that is in a hurry. */
import { type Clock, systemClock } from '../kernel/clock.ts'

export type ScaledClock = Clock & {
  /** From now on all of it passes so many times as fast, dates too; answers how to end that. Dates stay ahead. */
  hurry(factor: number): () => void
}

/** Waits and the monotonic reading, `pace` times as fast; dates as they are until they are told to hurry. */
export function timeScale(pace: number): ScaledClock {
  let since = systemClock.monotonic()
  let reading = since
  let ahead = 0
  let rate = { waits: pace, dates: 1 }
  const elapsed = () => systemClock.monotonic() - since
  function change(next: typeof rate): void {
    const real = elapsed()
    reading += real * rate.waits
    ahead += real * (rate.dates - 1)
    since += real
    rate = next
  }
  return {
    now: () => Math.floor(systemClock.now() + ahead + elapsed() * (rate.dates - 1)),
    monotonic: () => reading + elapsed() * rate.waits,
    sleep: (ms, signal, options) => systemClock.sleep(ms / rate.waits, signal, options),
    hurry(factor) {
      change({ waits: factor, dates: factor })
      return () => change({ waits: pace, dates: 1 })
    },
  }
}
