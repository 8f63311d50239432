/** What is to be asked next to know a stretch of candles. Pure; times in seconds where not said otherwise. */
import { PAGE_ROWS } from './candle-client.ts'
import { newestOf, type Span } from './candle-spans.ts'
import type { SeriesRow } from './candles.store.ts'

/**
 * So long after its end a candle is taken as settled. The service caches its answers for a minute without a key, and
 * reads trades from the chain with a delay of its own: earlier the last trades may be missing, and what is stored is
 * never asked for again.
 */
export const SETTLE_SECONDS = 120

/** The page that ends here, or the newest one. */
export type Step = { before: number | null }

export type Need = Span & {
  seconds: number
  nowMs: number
  /** Nothing older is kept or can be had. */
  horizon: number
  /** The candles that have not settled are wanted as well. */
  open: boolean
  /** Whether the newest page may be asked for again already. */
  isDue: boolean
}

/** The end of the last candle that has settled. */
export const settledEnd = (seconds: number, nowMs: number): number =>
  Math.floor((nowMs / 1_000 - SETTLE_SECONDS) / seconds) * seconds

/** Where the known part of history may begin. */
export const firstOf = ({ beginsAt }: Pick<SeriesRow, 'beginsAt'>, { horizon }: Pick<Need, 'horizon'>) =>
  Math.max(beginsAt ?? 0, horizon)

/** Within half of the newest page. */
export const isRecent = ({ to, seconds, nowMs }: Pick<Need, 'to' | 'seconds' | 'nowMs'>): boolean =>
  to > nowMs / 1_000 - (PAGE_ROWS / 2) * seconds

/** null: nothing, or nothing yet. The newest come first, since everything is known backwards from there. */
export function nextStep(row: SeriesRow, need: Need): Step | null {
  const { seconds, nowMs, isDue } = need
  if (need.open && isDue) return { before: null }
  const to = Math.min(need.to, settledEnd(seconds, nowMs))
  const first = firstOf(row, need)
  const from = Math.max(need.from, first)
  if (from >= to) return null
  const known = newestOf(row.spans, { from, to })
  if (known.to < to || known.from === known.to) {
    if (!isRecent({ to, seconds, nowMs })) return { before: to }
    if (isDue) return { before: null }
    if (known.from === known.to) return null
  }
  return known.from > from ? { before: known.from } : null
}
