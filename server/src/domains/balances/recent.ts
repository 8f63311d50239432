/**
 * Caches answers for 3 s. Concurrent reads of one key share one call. Values that are known to have changed are dropped
 * at once.
 */
import { BALANCE_THROTTLE_MS } from '@purser/contract/limits.ts'
import { createCache } from '../../kernel/cache.ts'
import type { Clock } from '../../kernel/clock.ts'

export type Keyed = { id: number; userId: number }
export type Recent<T> = ReturnType<typeof createRecent<T>>
type Entry<T> = { userId: number; value: Promise<T | null> }

/** Several users with as many wallets as a user may have. */
const MOST_WALLETS = 50_000

export function createRecent<T>(clock: Pick<Clock, 'now'>) {
  const cache = createCache<number, Entry<T>>({
    clock: { monotonic: () => clock.now() },
    max: MOST_WALLETS,
    ttlMs: BALANCE_THROTTLE_MS,
  })

  return {
    /**
     * The values of these keys, in order; `read` is called once for all that are not fresh. null: could not be read.
     */
    async get<K extends Keyed>(
      wanted: K[],
      read: (stale: K[]) => Promise<Map<number, T | null>>,
    ): Promise<(T | null)[]> {
      const values = new Map(wanted.map(({ id }) => [id, cache.get(id)?.value]))
      const stale = wanted.filter(({ id }) => values.get(id) === undefined)
      if (stale.length > 0) {
        const reading = read(stale)
        for (const { id, userId } of stale) {
          const value = reading.then((found) => found.get(id) ?? null)
          const entry = cache.set(id, { userId, value })
          values.set(id, value)
          const drop = () => cache.delete(id, entry)
          // A failure is not cached.
          value.then((found) => found === null && drop(), drop)
        }
      }
      return Promise.all(wanted.map(async ({ id }) => values.get(id) ?? null))
    },

    /** Also drops a read that began before the change. */
    forget(userId: number): void {
      for (const [id, entry] of cache.entries()) if (entry.userId === userId) cache.delete(id)
    },

    forgetOne: (id: number): void => cache.delete(id),
  }
}
