import type { pause } from '#wire/retry.ts'

/** Runs everything that waits for no timer. */
export const settle = () => new Promise((resolve) => setImmediate(resolve))

/** Waits that end when the test lets time pass. */
export function manualWaits() {
  let now = 0
  const waits = new Map<() => void, number>()
  const wait: typeof pause = (ms, signal) =>
    new Promise((resolve) => {
      const end = () => {
        waits.delete(end)
        resolve()
      }
      waits.set(end, now + ms)
      signal?.addEventListener('abort', end, { once: true })
    })
  return {
    wait,
    /** Resolves when the code after the waits that end within `ms` has run, unless that waits itself. */
    async pass(ms: number): Promise<void> {
      now += ms
      for (const [end, at] of waits) if (at <= now) end()
      await settle()
    },
  }
}
