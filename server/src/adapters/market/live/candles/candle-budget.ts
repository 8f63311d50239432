/** The calls of the last minute: calls beyond the limit wait, the newest candles before old ones. */
import type { Clock } from '../../../../kernel/clock.ts'

/** The order if calls are short: the newest candles, pages that somebody waits for, the rest of a history. */
export type CandleLane = 'newest' | 'page' | 'backfill'
export type CandleBudget = ReturnType<typeof createCandleBudget>

const RANK: Record<CandleLane, number> = { newest: 0, page: 1, backfill: 2 }
/** The share of a minute's calls that the backfill leaves to the others. */
const LEFT_TO_OTHERS = 1 / 3
const POLL_MS = 200
const MINUTE_MS = 60_000

type Parts = { clock: Pick<Clock, 'monotonic' | 'sleep'>; callsPerMinute: number }

export function createCandleBudget({ clock, callsPerMinute }: Parts) {
  const calls: number[] = []
  const waiting = new Map<number, CandleLane>()
  let ids = 0
  let pausedUntil = -Infinity

  function mayGo(id: number, lane: CandleLane): boolean {
    const now = clock.monotonic()
    while (calls[0] !== undefined && now - calls[0] >= MINUTE_MS) calls.shift()
    const most =
      lane === 'backfill' ? Math.ceil(callsPerMinute * (1 - LEFT_TO_OTHERS)) : Math.max(1, callsPerMinute)
    if (calls.length >= most) return false
    for (const [other, its] of waiting)
      if (RANK[its] < RANK[lane] || (its === lane && other < id)) return false
    return true
  }

  return {
    /** Waits for a call, at most `withinMs`. False: there was none, or the service demands a pause. */
    async take(lane: CandleLane, withinMs: number, signal?: AbortSignal): Promise<boolean> {
      const until = clock.monotonic() + withinMs
      const id = ids++
      waiting.set(id, lane)
      try {
        for (;;) {
          const now = clock.monotonic()
          if (signal?.aborted || now < pausedUntil) return false
          if (mayGo(id, lane)) {
            calls.push(now)
            return true
          }
          if (now >= until) return false
          await clock.sleep(Math.min(POLL_MS, until - now), signal, { background: true })
        }
      } finally {
        waiting.delete(id)
      }
    },

    /** Stops all calls for this long. */
    pause(ms: number): void {
      pausedUntil = Math.max(pausedUntil, clock.monotonic() + ms)
    },

    isPaused: (): boolean => clock.monotonic() < pausedUntil,
  }
}
