/** Work of one name happens one after another in this process; of different names, side by side. */
export type InTurn = <T>(name: string, work: () => Promise<T>) => Promise<T>

export function createTurns(): InTurn {
  const last = new Map<string, Promise<unknown>>()
  return async function inTurn(name, work) {
    const before = last.get(name) ?? Promise.resolve()
    const mine = before.then(work)
    const ended = mine.catch(() => undefined)
    last.set(name, ended)
    try {
      return await mine
    } finally {
      if (last.get(name) === ended) last.delete(name)
    }
  }
}
