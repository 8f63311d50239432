/** Bounds of what one holds at once and of what one does in a moment. */

export type Tally = {
  /** Counts one more under each of the names and answers what takes it back; null, and nothing counted, over a bound. */
  enter(names: [name: string, most: number][]): (() => void) | null
}

export function createTally(): Tally {
  const counts = new Map<string, number>()
  return {
    enter(names) {
      if (names.some(([name, most]) => (counts.get(name) ?? 0) >= most)) return null
      for (const [name] of names) counts.set(name, (counts.get(name) ?? 0) + 1)
      let inside = true
      return () => {
        if (!inside) return
        inside = false
        for (const [name] of names) {
          const left = (counts.get(name) ?? 1) - 1
          if (left > 0) counts.set(name, left)
          else counts.delete(name)
        }
      }
    },
  }
}

/** So many at once, and so many a second in the long run. Answers whether one more is within that. */
export function createPace(burst: number, aSecond: number, now = () => performance.now()): () => boolean {
  let left = burst
  let at = now()
  return () => {
    const since = now() - at
    at += since
    left = Math.min(burst, left + (since / 1_000) * aSecond)
    if (left < 1) return false
    left--
    return true
  }
}
