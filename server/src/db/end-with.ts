/** Transactions whose last statement goes together with their COMMIT, which saves a round trip. */
import type { Db } from './client.ts'

/**
 * `work` returns the last statement, which may be only one. If it fails, the COMMIT behind it rolls back, as the database
 * ends a failed transaction in no other way; what it failed with is thrown.
 */
export async function endWith<T>(db: Db, work: (tx: Db) => Promise<() => Promise<T>>): Promise<T> {
  let last: Promise<T> | undefined
  const ended = db.transaction(async (tx) => {
    const ask = await work(tx)
    // Once: a statement of drizzle's is run as often as it is waited for. Not waited for before the COMMIT is sent.
    last = (async () => ask())()
    last.catch(() => undefined)
  })
  await Promise.allSettled([ended])
  const [answer] = await Promise.all([last, ended])
  return answer as T
}
