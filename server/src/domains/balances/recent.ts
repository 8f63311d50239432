/**
 * Caches answers for 3 s. Concurrent reads of one key share one call. What is known to have changed is dropped at once.
 */
import { BALANCE_THROTTLE_MS } from '@purser/contract/limits.ts'
import type { Clock } from '../../kernel/clock.ts'

export type Keyed = { id: number; userId: number }
export type Recent<T> = ReturnType<typeof createRecent<T>>
type Entry<T> = { userId: number; at: number; value: Promise<T | null> }

/** Beyond this many, expired entries are removed. */
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
    /** The values of these, in order; `read` is called once for all that are not fresh. null: could not be read. */
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
          // A failure is not cached.
          entry.value.then((value) => value === null && drop(), drop)
        }
      }
      return Promise.all(wanted.map(async ({ id }) => entries.get(id)?.value ?? null))
    },

    /** Also drops a read that began before the change. */
    forget(userId: number): void {
      for (const [id, entry] of entries) if (entry.userId === userId) entries.delete(id)
    },

    forgetOne: (id: number): void => void entries.delete(id),
  }
}
