/** Decides the next call that is needed to know a span of candles. Pure; times in seconds unless they say otherwise. */
import { PAGE_ROWS } from './candle-client.ts'
import { getNewestSpan, type Span } from './candle-spans.ts'
import type { SeriesRow } from './candles.store.ts'

/**
 * A candle counts as settled this long after its end. The service caches its answers for a minute without a key, and
 * reads trades from the chain with a delay of its own: earlier the last trades may be missing, and a stored candle is
 * never requested again.
 */
export const SETTLE_SECONDS = 120

/** The page that ends here; null: the newest one. */
export type Step = { before: number | null }

export type Need = Span & {
  seconds: number
  nowMs: number
  /** Nothing older is kept or available. */
  horizon: number
  /** Candles that have not settled are needed as well. */
  open: boolean
  /** Whether the newest page may be requested again already. */
  isDue: boolean
}

/** The end of the last candle that has settled. */
export const settledEnd = (seconds: number, nowMs: number): number =>
  Math.floor((nowMs / 1_000 - SETTLE_SECONDS) / seconds) * seconds

/** The earliest time at which the known part of history may begin. */
export const computeFirst = ({ beginsAt }: Pick<SeriesRow, 'beginsAt'>, { horizon }: Pick<Need, 'horizon'>) =>
  Math.max(beginsAt ?? 0, horizon)

/** Within half of the newest page. */
export const isRecent = ({ to, seconds, nowMs }: Pick<Need, 'to' | 'seconds' | 'nowMs'>): boolean =>
  to > nowMs / 1_000 - (PAGE_ROWS / 2) * seconds

/** null: nothing is needed, or not yet. The newest come first, since everything is known backwards from there. */
export function nextStep(row: SeriesRow, need: Need): Step | null {
  const { seconds, nowMs, isDue } = need
  if (need.open && isDue) return { before: null }
  const to = Math.min(need.to, settledEnd(seconds, nowMs))
  const first = computeFirst(row, need)
  const from = Math.max(need.from, first)
  if (from >= to) return null
  const known = getNewestSpan(row.spans, { from, to })
  if (known.to < to || known.from === known.to) {
    if (!isRecent({ to, seconds, nowMs })) return { before: to }
    if (isDue) return { before: null }
    if (known.from === known.to) return null
  }
  return known.from > from ? { before: known.from } : null
}
