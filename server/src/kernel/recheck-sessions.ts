/**
 * Finds sessions that have ended without a word: in another process while nothing fanned out between them. The database
 * knows; it is asked over and over about those whose channels are open here.
 */
import { describe, type Log } from './log.ts'

export type Recheck = {
  everyMs: number
  open(): Set<string>
  /** Those of these that there are still. */
  live(ids: string[]): Promise<Set<string>>
  ended(sessionId: string): void
  log: Log
}

/** Answers how to stop. While the database is away nothing is ended. */
export function recheckSessions({ everyMs, open, live, ended, log }: Recheck): () => void {
  let asking = false
  async function recheck(): Promise<void> {
    const ids = open()
    if (asking || ids.size === 0) return
    asking = true
    try {
      const still = await live([...ids])
      for (const id of ids) if (!still.has(id)) ended(id)
    } catch (error) {
      log.warn(describe(error), 'which sessions there are could not be looked at')
    } finally {
      asking = false
    }
  }
  const timer = setInterval(() => void recheck(), everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
