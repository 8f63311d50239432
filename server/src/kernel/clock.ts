/** Time as the desk reads it. Tests hand in a clock of their own. */
export type Clock = { now(): number /* milliseconds since 1970 */ }

export const systemClock: Clock = { now: () => Date.now() }

/** Resolves after `ms`, or early when the signal aborts; never rejects. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const timer = setTimeout(done, ms)
    function done() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    signal?.addEventListener('abort', done, { once: true })
  })
}
