/**
 * Answers of the last 3 s, given again instead of asking the chain. Those that come while one is read share it. What is
 * known to have changed is forgotten at once.
 */
import { BALANCE_THROTTLE_MS } from '@purser/contract/limits.ts'
import type { Clock } from '../../kernel/clock.ts'

export type Keyed = { id: number; userId: number }
export type Recent<T> = ReturnType<typeof createRecent<T>>
type Entry<T> = { userId: number; at: number; value: Promise<T | null> }

/** Beyond this many, what is too old to be given again is let go. */
const MANY = 5_000

export function createRecent<T>(clock: Pick<Clock, 'now'>) {
  const entries = new Map<number, Entry<T>>()
  const isFresh = (entry: Entry<T> | undefined): entry is Entry<T> =>
    entry !== undefined && clock.now() - entry.at < BALANCE_THROTTLE_MS

  function tidy(): void {
    if (entries.size < MANY) return
    for (const [id, entry] of entries) if (!isFresh(entry)) entries.delete(id)
  }

  return {
    /** The values of these, in their order; `read` is asked once for all that are not fresh. null was not to be had. */
    async get<K extends Keyed>(
      wanted: K[],
      read: (stale: K[]) => Promise<Map<number, T | null>>,
    ): Promise<(T | null)[]> {
      const stale = wanted.filter(({ id }) => !isFresh(entries.get(id)))
      if (stale.length > 0) {
        tidy()
        const reading = read(stale)
        const at = clock.now()
        for (const { id, userId } of stale) {
          const entry = { userId, at, value: reading.then((found) => found.get(id) ?? null) }
          entries.set(id, entry)
          const drop = () => void (entries.get(id) === entry && entries.delete(id))
          // What failed is asked for again at once.
          entry.value.then((value) => value === null && drop(), drop)
        }
      }
      return Promise.all(wanted.map(async ({ id }) => entries.get(id)?.value ?? null))
    },

    /** Also a reading that is under way, which began before the change. */
    forget(userId: number): void {
      for (const [id, entry] of entries) if (entry.userId === userId) entries.delete(id)
    },

    forgetOne: (id: number): void => void entries.delete(id),
  }
}
