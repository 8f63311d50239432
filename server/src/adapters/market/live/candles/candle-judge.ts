/** Decides what the stored candles of a time span prove. Pure; times in seconds unless they say otherwise. */
import type { SeriesRequest, Newest } from './candle-loader.ts'
import { getNewestSpan, type Span } from './candle-spans.ts'
import { computeFirst, isRecent, SETTLE_SECONDS, settledEnd } from './candle-steps.ts'
import type { SeriesRow } from './candles.store.ts'

export type Judgement = {
  /** The known part without a gap, up to the last candle that has settled. */
  span: Span
  /** More of it is available. */
  isMissing: boolean
  /** The whole span is known, and its last trade is no older than the service has said. */
  isTradable: boolean
}

/**
 * A last trade older than this is not traded on, even if the service says that there was none since: either the token
 * is hardly traded, or the service has lost sight of the chain, and the two cannot be told apart.
 */
const STALE = { seconds: 900, candles: 3 }

/** The time that a call may take on top of the interval between two. */
const CALL_MS = 15_000

type Judging = { row: SeriesRow; newest: Newest; asked: SeriesRequest; seconds: number; nowMs: number }

export function judge({ row, newest, asked, seconds, nowMs }: Judging): Judgement {
  const to = Math.min(asked.to, settledEnd(seconds, nowMs))
  const first = Math.max(
    asked.from,
    computeFirst(row, { horizon: Math.max(asked.horizon, newest.wall ?? 0) }),
  )
  const span = getNewestSpan(row.spans, { from: asked.from, to: Math.max(to, asked.from) })
  // There never was a candle, or none of the span has settled.
  if (newest.noPoolAt !== null || first >= to)
    return { span, isMissing: false, isTradable: newest.asOf !== null || !newest.isAway }
  const isKnown = span.from < span.to
  const isWhole = isKnown && span.from <= first
  if (isWhole && span.to >= to) return { span, isMissing: false, isTradable: true }
  if (!isRecent({ to, seconds, nowMs })) return { span, isMissing: true, isTradable: false }
  const { asOf, isAway } = newest
  const settledMs = (to + SETTLE_SECONDS) * 1_000
  // The service has sent the newest candles after these settled: a missing one had no trades.
  const isHeard = asOf !== null && asOf >= settledMs
  const isFresh = span.to >= to - Math.max(STALE.seconds, STALE.candles * seconds)
  // Too soon for another call: the next one gets what has settled since.
  const isJustDue = asOf !== null && !isAway && nowMs - asOf < newest.openMs + CALL_MS
  return {
    span,
    isMissing: isKnown ? !isWhole : !isHeard,
    isTradable: isKnown ? isWhole && (isHeard ? isFresh : isJustDue && isFresh) : isHeard || isJustDue,
  }
}
