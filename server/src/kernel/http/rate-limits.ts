/** Limits within one process: on concurrency, and on a rate. */
import { type Clock, systemClock } from '../clock.ts'

export type ConcurrencyLimit = {
  /** Counts one more under each key and returns its release; null, and nothing is counted, once a limit is reached. */
  acquire(keys: [key: string, limit: number][]): (() => void) | null
}

export function createConcurrencyLimit(): ConcurrencyLimit {
  const counts = new Map<string, number>()
  return {
    acquire(keys) {
      if (keys.some(([key, limit]) => (counts.get(key) ?? 0) >= limit)) return null
      for (const [key] of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
      let released = false
      return () => {
        if (released) return
        released = true
        for (const [key] of keys) {
          const left = (counts.get(key) ?? 1) - 1
          if (left > 0) counts.set(key, left)
          else counts.delete(key)
        }
      }
    },
  }
}

/** A token bucket: `burst` at once, `perSecond` on average. Returns whether one more is within the limit. */
export function createTokenBucket(
  { burst, perSecond }: { burst: number; perSecond: number },
  clock: Pick<Clock, 'monotonic'> = systemClock,
): () => boolean {
  let tokens = burst
  let refilledAt = clock.monotonic()
  return () => {
    const elapsed = clock.monotonic() - refilledAt
    refilledAt += elapsed
    tokens = Math.min(burst, tokens + (elapsed / 1_000) * perSecond)
    if (tokens < 1) return false
    tokens--
    return true
  }
}
