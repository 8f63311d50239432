import type { Lock } from '../../db/named-locks.ts'

/** Runs work with one key one after another, with different keys concurrently. Within this process. */
export type KeyedMutex = <T>(key: string, work: () => Promise<T>) => Promise<T>

export function createKeyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<unknown>>()
  return async function runExclusive(key, work) {
    const previous = last.get(key) ?? Promise.resolve()
    const current = previous.then(work)
    const ended = current.catch(() => undefined)
    last.set(key, ended)
    try {
      return await current
    } finally {
      if (last.get(key) === ended) last.delete(key)
    }
  }
}

/** Runs a user's work with one key one after another; with `lock` among all processes that share it. */
export type UserMutex = <T>(userId: number, key: string, work: () => Promise<T>) => Promise<T>

export function createUserMutex(lock?: Lock): UserMutex {
  const runExclusive = createKeyedMutex()
  return (userId, key, work) =>
    runExclusive(key, async () => {
      const release = await lock?.(key, userId)
      try {
        return await work()
      } finally {
        await release?.()
      }
    })
}
