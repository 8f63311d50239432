/** How a failed order is retried. */
import type { LineData, OrderRef } from '../lines/line-types.ts'
import { line } from '../lines/lines.ts'
import { withLines } from './stepped.ts'
import type { Failed, Stepped, StrategyState } from './types.ts'

/** Wait before each retry. */
const RETRY_MS = [5_000, 15_000, 45_000]
export const RETRIES = RETRY_MS.length
/**
 * How often an exit at a limit, or for a user who closes the position, is retried: the position must stay protected.
 */
export const EXIT_RETRIES = 40
/** The wait after this many consecutive failures, from 1; the last one repeats. */
export const retryWait = (failures: number): number => RETRY_MS[Math.min(failures, RETRIES) - 1] ?? 0

export const errorLine = (order: OrderRef | null, event: Failed, more: Partial<LineData['error']> = {}) =>
  line('error', { order, code: event.code ?? null, reason: event.reason, times: 1, next: null, ...more })

/** Waits and reports it. The caller has counted the failure in `state.retries`, and allows `most` retries. */
export function retry(state: StrategyState, event: Failed, order: OrderRef, most = RETRIES): Stepped {
  const wait = retryWait(state.retries)
  const next = { what: 'retry' as const, ms: wait, attempt: state.retries + 1, of: most + 1 }
  return withLines({ ...state, nextAt: event.now + wait }, errorLine(order, event, { next }))
}
