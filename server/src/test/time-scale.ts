/** A fast clock, for code that would wait long for a chain that is in a hurry. */
import { type Clock, systemClock } from '../kernel/clock.ts'

export type ScaledClock = Clock & {
  /**
   * From now on all of it runs faster by this factor, dates too; returns a function that ends that. Dates stay ahead.
   */
  hurry(factor: number): () => void
}

/** Waits and the monotonic reading, `pace` times as fast; dates are real until `hurry` is called. */
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
