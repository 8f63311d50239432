import { type Clock, every } from '../clock.ts'
import { describe, type Log } from '../log.ts'

export type RecheckOptions = {
  everyMs: number
  /** Sessions with an open channel in this process. */
  open(): Set<string>
  /** The sessions among `ids` that are still valid. */
  live(ids: string[]): Promise<Set<string>>
  onEnded(sessionId: string): void
  clock: Clock
  log: Log
}

/**
 * Polls the database for sessions that another process ended without an event that reached this one. Returns a stop
 * function. While the database is unavailable no session is ended.
 */
export function recheckSessions({ everyMs, open, live, onEnded, clock, log }: RecheckOptions): () => void {
  let running = false
  async function recheck(): Promise<void> {
    const ids = open()
    if (running || ids.size === 0) return
    running = true
    try {
      const valid = await live([...ids])
      for (const id of ids) if (!valid.has(id)) onEnded(id)
    } catch (error) {
      log.warn(describe(error), 'sessions could not be rechecked')
    } finally {
      running = false
    }
  }
  return every(clock, everyMs, () => void recheck())
}
