import { type Clock, systemClock } from './clock.ts'

/**
 * Concurrent callers share one run of `load`, and its result is reused for `ms` after it has settled. A rejection is
 * cached as well.
 */
export function cached<T>(
  ms: number,
  load: () => Promise<T>,
  clock: Pick<Clock, 'monotonic'> = systemClock,
): () => Promise<T> {
  let result: Promise<T> | null = null
  let settledAt: number | null = null
  return () => {
    if (result !== null && (settledAt === null || clock.monotonic() - settledAt < ms)) return result
    settledAt = null
    const loading = load()
    result = loading
    const settle = () => {
      settledAt = clock.monotonic()
    }
    loading.then(settle, settle)
    return loading
  }
}
