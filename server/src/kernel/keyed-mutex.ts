/** Work of one name happens one after another; of different names, side by side. */
export type KeyedMutex = <T>(name: string, work: () => Promise<T>) => Promise<T>

/** In this process, and with `lock` among all that share it: it answers how to let the name go. */
export function createKeyedMutex(lock?: (name: string) => Promise<() => Promise<void>>): KeyedMutex {
  const last = new Map<string, Promise<unknown>>()
  async function alone<T>(name: string, work: () => Promise<T>): Promise<T> {
    const release = await lock?.(name)
    try {
      return await work()
    } finally {
      await release?.()
    }
  }
  return async function runExclusive(name, work) {
    const before = last.get(name) ?? Promise.resolve()
    const mine = before.then(() => alone(name, work))
    const ended = mine.catch(() => undefined)
    last.set(name, ended)
    try {
      return await mine
    } finally {
      if (last.get(name) === ended) last.delete(name)
    }
  }
}
