/** At most `permits` at once in this process; the others wait in FIFO order. */
export type Semaphore = ReturnType<typeof createSemaphore>

export function createSemaphore(permits: number) {
  let held = 0
  const waiting: (() => void)[] = []
  const release = () => {
    const next = waiting.shift()
    if (next) next()
    else held--
  }

  return {
    /** Waits for a permit and returns its release; null when the signal aborts the wait. */
    async acquire(signal: AbortSignal): Promise<(() => void) | null> {
      if (signal.aborted) return null
      if (held < permits) {
        held++
        return release
      }
      return new Promise((resolve) => {
        const abort = () => {
          waiting.splice(waiting.indexOf(admit), 1)
          resolve(null)
        }
        const admit = () => {
          signal.removeEventListener('abort', abort)
          resolve(release)
        }
        waiting.push(admit)
        signal.addEventListener('abort', abort, { once: true })
      })
    },
  }
}
