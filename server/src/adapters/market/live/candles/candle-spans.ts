/** Time spans of which everything is known, and how further ones join them. Pure; all in seconds. */

/** A span of closed candles that start in [from, to). */
export type Span = { from: number; to: number }

/** Adds `span`, sorted; spans that overlap or touch become one. */
export function withSpan(spans: Span[], span: Span): Span[] {
  if (span.from >= span.to) return spans
  let { from, to } = span
  const apart = spans.filter((one) => {
    if (one.to < from || one.from > to) return true
    from = Math.min(from, one.from)
    to = Math.max(to, one.to)
    return false
  })
  return [...apart, { from, to }].sort((a, b) => a.from - b.from)
}

/** The known part of [from, to): the newest one without a gap; from === to: nothing. */
export function getNewestSpan(spans: Span[], { from, to }: Span): Span {
  const span = spans.findLast((one) => one.from < to && one.to > from)
  return span ? { from: Math.max(from, span.from), to: Math.min(to, span.to) } : { from: to, to }
}

/** Whether the next page before `before` joins a span at its upper end, so that no trade in between can be missing. */
export const isJoined = (spans: Span[], before: number): boolean => spans.some((one) => one.from === before)
