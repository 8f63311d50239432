/** The clock that everything reads time from. Tests inject their own. */
export type Clock = {
  /** Unix time in milliseconds. It may jump in either direction: only for dates, never for durations. */
  now(): number
  /** Milliseconds since an arbitrary start, never decreasing: for durations. */
  monotonic(): number
  /** Resolves after `ms`, or as soon as the signal aborts; never rejects. */
  sleep(ms: number, signal?: AbortSignal, options?: SleepOptions): Promise<void>
}
export type SleepOptions = {
  /** The process may exit while it sleeps. */
  background?: boolean
}

/** A moment by both readings: the monotonic one stands still while a machine sleeps. */
export type Moment = { now: number; monotonic: number }
type Readings = Pick<Clock, 'now' | 'monotonic'>

export const readMoment = (clock: Readings): Moment => ({ now: clock.now(), monotonic: clock.monotonic() })

/**
 * The greatest age of this moment, in milliseconds: by whichever reading says more. A date that jumps back says
 * nothing.
 */
export const ageMs = (clock: Readings, at: Moment): number =>
  Math.max(clock.monotonic() - at.monotonic, clock.now() - at.now)

/** The reason of an abort that only ends a sleep: without one each abort creates an exception with its stack. */
export const WOKEN = 'woken'

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: pause,
}

/** `sleep` of the system clock. */
export function pause(
  ms: number,
  signal?: AbortSignal,
  { background = false }: SleepOptions = {},
): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const timer = setTimeout(done, ms)
    if (background) timer.unref()
    function done() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    signal?.addEventListener('abort', done, { once: true })
  })
}

type Sleeps = Pick<Clock, 'sleep'>

/** Runs `work` once, `ms` from now, unless it is cancelled before. It does not keep the process alive. */
export function after(clock: Sleeps, ms: number, work: () => void): () => void {
  const cancelled = new AbortController()
  const { signal } = cancelled
  void clock.sleep(ms, signal, { background: true }).then(() => {
    if (!signal.aborted) work()
  })
  return () => cancelled.abort(WOKEN)
}

/** Runs `work` every `ms` until it is stopped. It does not keep the process alive; `work` must not throw. */
export function every(clock: Sleeps, ms: number, work: () => void): () => void {
  const stopped = new AbortController()
  const { signal } = stopped
  async function run(): Promise<void> {
    for (;;) {
      await clock.sleep(ms, signal, { background: true })
      if (signal.aborted) return
      work()
    }
  }
  void run()
  return () => stopped.abort(WOKEN)
}
