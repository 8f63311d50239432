/** Time as the desk reads it. Tests hand in a clock of their own. */
export type Clock = {
  /** Milliseconds since 1970. It may jump, forwards and back: only for what people read as a date. */
  now(): number
  /** Milliseconds since some moment, never back and never by a jump: for whatever measures how long ago something was. */
  monotonic(): number
  /** Resolves after `ms`, or early when the signal aborts; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) => pause(ms, signal),
}

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
