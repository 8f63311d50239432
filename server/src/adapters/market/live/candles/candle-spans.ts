/** Stretches of time of which everything is known, and what comes next to know more. Pure; all in seconds. */

/** Of closed candles that start in [from, to). */
export type Span = { from: number; to: number }

/** Sorted, with `span` in it; what overlaps or touches is one. */
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

/** What is known of [from, to): the newest part of it without a gap; from === to: nothing. */
export function newestOf(spans: Span[], { from, to }: Span): Span {
  const span = spans.findLast((one) => one.from < to && one.to > from)
  return span ? { from: Math.max(from, span.from), to: Math.min(to, span.to) } : { from: to, to }
}

/** The span that the next page before `before` joins at its upper end, so that no trade in between can be missing. */
export const isJoined = (spans: Span[], before: number): boolean => spans.some((one) => one.from === before)
