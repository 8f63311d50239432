import type { pause } from '#wire/retry.ts'

/** Lets everything run that waits for no timer. */
export const settle = () => new Promise((resolve) => setImmediate(resolve))

/** Waits that end when the test says that time has passed. */
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
    /** What follows the waits that end within `ms` has run when this resolves, so far as it waits for none itself. */
    async pass(ms: number): Promise<void> {
      now += ms
      for (const [end, at] of waits) if (at <= now) end()
      await settle()
    },
  }
}
