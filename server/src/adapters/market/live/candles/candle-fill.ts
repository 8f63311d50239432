/**
 * Completes stored candles when they are read: one without trades has the close before it, and days are joined to
 * longer ones.
 */
import type { Candle } from '../../../../ports/market.ts'
import type { Span } from './candle-spans.ts'

/** The candles in [from, to); without an earlier close, from the first one on. */
export function filled(rows: Candle[], { from, to }: Span, seconds: number, before: number | null): Candle[] {
  const candles: Candle[] = []
  let last = before
  let next = 0
  for (let time = from; time < to; time += seconds) {
    const row = rows[next]
    if (row?.time === time) {
      candles.push(row)
      last = row.close
      next++
    } else if (last !== null)
      candles.push({ time, open: last, high: last, low: last, close: last, volume: 0 })
  }
  return candles
}

/**
 * Merges consecutive candles into ones of `seconds`, a multiple of their length; one whose parts are incomplete counts
 * as whole.
 */
export function mergeCandles(candles: Candle[], seconds: number): Candle[] {
  const long: Candle[] = []
  for (const { time, open, high, low, close, volume } of candles) {
    const start = Math.floor(time / seconds) * seconds
    const last = long.at(-1)
    if (last?.time === start) {
      last.high = Math.max(last.high, high)
      last.low = Math.min(last.low, low)
      last.close = close
      last.volume += volume
    } else long.push({ time: start, open, high, low, close, volume })
  }
  return long
}
