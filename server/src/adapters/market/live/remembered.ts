/** Answers that are used again for a while; the oldest are forgotten first. */
import type { Clock } from '../../../kernel/clock.ts'

type Limits = { clock: Pick<Clock, 'monotonic'>; freshMs: number; most: number }

export type Remembered<T> = {
  /** undefined: nothing, or nothing fresh. */
  find(key: string): T | undefined
  keep(key: string, value: T): void
}

export function createRemembered<T>({ clock, freshMs, most }: Limits): Remembered<T> {
  const kept = new Map<string, { value: T; at: number }>()
  return {
    find(key) {
      const found = kept.get(key)
      return found && clock.monotonic() - found.at < freshMs ? found.value : undefined
    },
    keep(key, value) {
      // Anew, so that it stands behind the older ones.
      kept.delete(key)
      kept.set(key, { value, at: clock.monotonic() })
      for (const oldest of kept.keys()) {
        if (kept.size <= most) break
        kept.delete(oldest)
      }
    },
  }
}
