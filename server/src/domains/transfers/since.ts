/** Since when the same has been said of something, again and again: what is said only once means little. */
import type { Clock } from '../../kernel/clock.ts'

/** What nobody has said for so long is forgotten: it ended in another way, or at another process. */
const MEMORY_MS = 3_600_000

export type Since = ReturnType<typeof createSince>

export function createSince(clock: Pick<Clock, 'monotonic'>) {
  /** What was said longest ago comes first. */
  const said = new Map<string, { first: number; last: number }>()

  function sweep(now: number): void {
    for (const [key, { last }] of said) {
      if (now - last <= MEMORY_MS) return
      said.delete(key)
    }
  }

  return {
    /** It is said now. Answers since when; undefined: for the first time. */
    mark(key: string): number | undefined {
      const now = clock.monotonic()
      sweep(now)
      const first = said.get(key)?.first
      said.delete(key)
      said.set(key, { first: first ?? now, last: now })
      return first
    },
    forget: (key: string): void => void said.delete(key),
    get size() {
      return said.size
    },
  }
}
