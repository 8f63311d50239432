/** Statistics of an endpoint's last calls. */
import type { Clock } from '../../../kernel/clock.ts'

const CALLS = 200
const WINDOW_MS = 5 * 60_000
const FAILED = -1

export type CallStatistics = {
  /** Notes that the call was answered after this many milliseconds. */
  answered(ms: number): void
  failed(): void
  /** The last 200 calls within five minutes; null: there was none, or no answer. */
  read(): { errorRate: number | null; latencyMs: number | null }
}

export function createCallStatistics(clock: Pick<Clock, 'monotonic'>): CallStatistics {
  const at = new Float64Array(CALLS)
  /** Milliseconds of each answer. */
  const took = new Float64Array(CALLS)
  let calls = 0

  function note(ms: number): void {
    at[calls % CALLS] = clock.monotonic()
    took[calls % CALLS] = ms
    calls++
  }
  return {
    answered: note,
    failed: () => note(FAILED),
    read() {
      const now = clock.monotonic()
      const recent = took
        .subarray(0, Math.min(calls, CALLS))
        .filter((_, i) => now - (at[i] ?? 0) <= WINDOW_MS)
      const answered = recent.filter((ms) => ms !== FAILED)
      return {
        errorRate: recent.length === 0 ? null : 1 - answered.length / recent.length,
        latencyMs: answered.length === 0 ? null : answered.reduce((sum, ms) => sum + ms, 0) / answered.length,
      }
    },
  }
}
