/** So many at once in this process; the others wait in the order in which they came. */
export type Semaphore = ReturnType<typeof createSemaphore>

export function createSemaphore(most: number) {
  let taken = 0
  const waiting: (() => void)[] = []
  const free = () => {
    const next = waiting.shift()
    if (next) next()
    else taken--
  }

  return {
    /** Waits for a slot and gives what frees it; null once the signal ends the wait. */
    async take(signal: AbortSignal): Promise<(() => void) | null> {
      if (signal.aborted) return null
      if (taken < most) {
        taken++
        return free
      }
      return new Promise((resolve) => {
        const leave = () => {
          waiting.splice(waiting.indexOf(mine), 1)
          resolve(null)
        }
        const mine = () => {
          signal.removeEventListener('abort', leave)
          resolve(free)
        }
        waiting.push(mine)
        signal.addEventListener('abort', leave, { once: true })
      })
    },
  }
}
