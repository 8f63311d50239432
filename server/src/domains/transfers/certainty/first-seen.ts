/** Remembers when an observation was first made and has been repeated since; a single one proves little. */
import { HOUR_MS } from '@purser/contract/time.ts'
import type { Clock } from '../../../kernel/clock.ts'

/** Entries that are not repeated within this time are dropped: they ended otherwise, or in another process. */
const MEMORY_MS = HOUR_MS

/** Times are by the monotonic clock. */
export type FirstSeen = {
  /** Records it as seen now. Returns when it was first seen; undefined: just now. */
  mark(key: string): number | undefined
  has(key: string): boolean
  /** Returns what `mark` does, without recording anything. */
  since(key: string): number | undefined
  forget(key: string): void
  readonly size: number
}

export function createFirstSeen(clock: Pick<Clock, 'monotonic'>): FirstSeen {
  /** Least recently seen first. */
  const seen = new Map<string, { first: number; last: number }>()

  function sweep(now: number): void {
    for (const [key, { last }] of seen) {
      if (now - last <= MEMORY_MS) return
      seen.delete(key)
    }
  }

  return {
    mark(key) {
      const now = clock.monotonic()
      sweep(now)
      const first = seen.get(key)?.first
      seen.delete(key)
      seen.set(key, { first: first ?? now, last: now })
      return first
    },
    has: (key) => seen.has(key),
    since: (key) => seen.get(key)?.first,
    forget: (key) => void seen.delete(key),
    get size() {
      return seen.size
    },
  }
}
