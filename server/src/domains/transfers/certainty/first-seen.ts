/** When an observation was first made and has been repeated since; a single one proves little. */
import { HOUR_MS } from '@purser/contract/time.ts'
import type { Clock } from '../../../kernel/clock.ts'

/** Entries not repeated for so long are dropped: they ended otherwise, or in another process. */
const MEMORY_MS = HOUR_MS

export type FirstSeen = ReturnType<typeof createFirstSeen>

export function createFirstSeen(clock: Pick<Clock, 'monotonic'>) {
  /** Least recently seen first. */
  const seen = new Map<string, { first: number; last: number }>()

  function sweep(now: number): void {
    for (const [key, { last }] of seen) {
      if (now - last <= MEMORY_MS) return
      seen.delete(key)
    }
  }

  return {
    /** Records it as seen now. Returns when it was first seen; undefined: just now. */
    mark(key: string): number | undefined {
      const now = clock.monotonic()
      sweep(now)
      const first = seen.get(key)?.first
      seen.delete(key)
      seen.set(key, { first: first ?? now, last: now })
      return first
    },
    has: (key: string): boolean => seen.has(key),
    /** As `mark`, without recording anything. */
    since: (key: string): number | undefined => seen.get(key)?.first,
    forget: (key: string): void => void seen.delete(key),
    get size() {
      return seen.size
    },
  }
}
