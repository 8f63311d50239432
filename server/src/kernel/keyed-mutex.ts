/** Runs work of one key one after another, of different keys concurrently. */
export type KeyedMutex = <T>(key: string, work: () => Promise<T>) => Promise<T>

/** Within this process, or with `lock`, which returns its release, among all processes that share it. */
export function createKeyedMutex(lock?: (key: string) => Promise<() => Promise<void>>): KeyedMutex {
  const last = new Map<string, Promise<unknown>>()
  async function locked<T>(key: string, work: () => Promise<T>): Promise<T> {
    const release = await lock?.(key)
    try {
      return await work()
    } finally {
      await release?.()
    }
  }
  return async function runExclusive(key, work) {
    const previous = last.get(key) ?? Promise.resolve()
    const current = previous.then(() => locked(key, work))
    const ended = current.catch(() => undefined)
    last.set(key, ended)
    try {
      return await current
    } finally {
      if (last.get(key) === ended) last.delete(key)
    }
  }
}
