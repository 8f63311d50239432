/** Decides whether the service's prices are current: SOL is traded in every block, and its price names its block. */
import { ageMs, type Clock, type Moment, readMoment } from '../../../../kernel/clock.ts'
import type { Log } from '../../../../kernel/log.ts'

/**
 * A block that was first sent this long ago is old: a service that still names it, or names it again, has lost sight of
 * the chain.
 */
const FROZEN_MS = 60_000
/** Blocks that are remembered: more than arrive within FROZEN_MS at a call a second. */
const REMEMBERED = 256
const BLOCK = /^\d{1,20}$/

export function createFreshness({ clock, log }: { clock: Clock; log: Log }) {
  /** When each block was first sent, the oldest first. */
  const firstSeen = new Map<string, Moment>()
  let stale: { why: 'no_block' | 'frozen'; since: number } | null = null

  function whyStale(id: unknown): 'no_block' | 'frozen' | null {
    if (typeof id !== 'string' || !BLOCK.test(id)) return 'no_block'
    const first = firstSeen.get(id) ?? readMoment(clock)
    firstSeen.set(id, first)
    const [oldest] = firstSeen.keys()
    if (oldest !== undefined && firstSeen.size > REMEMBERED) firstSeen.delete(oldest)
    return ageMs(clock, first) >= FROZEN_MS ? 'frozen' : null
  }

  return {
    /** `id`: the block of SOL's price, as the answer names it. Logs a change only. */
    isStale(id: unknown): boolean {
      const why = whyStale(id)
      if (why !== (stale?.why ?? null)) {
        if (why === null) log.info({}, 'the prices of the market service are fresh again')
        else
          log.warn(
            { why, block: why === 'frozen' ? id : undefined },
            'the prices of the market service are stale and not used',
          )
        stale = why === null ? null : { why, since: clock.monotonic() }
      }
      return why !== null
    },

    /** How long prices have been stale; null: the last answer was fresh, or there was none. */
    staleMs: (): number | null => stale && clock.monotonic() - stale.since,
  }
}
