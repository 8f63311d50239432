/** The clock that the client needs, by type: the server's has it. */
export type Clock = {
  /** Unix time in milliseconds, for dates. */
  now(): number
  /** Milliseconds, never decreasing: for durations. */
  monotonic(): number
  /** Resolves after `ms`, or as soon as the signal aborts; never rejects. */
  sleep(ms: number, signal?: AbortSignal, options?: { background?: boolean }): Promise<void>
}

/** Runs `work` once, `ms` from now, unless it is cancelled before. It does not keep the process alive. */
export function after(clock: Pick<Clock, 'sleep'>, ms: number, work: () => void): () => void {
  const cancelled = new AbortController()
  const { signal } = cancelled
  void clock.sleep(ms, signal, { background: true }).then(() => {
    if (!signal.aborted) work()
  })
  return () => cancelled.abort()
}
