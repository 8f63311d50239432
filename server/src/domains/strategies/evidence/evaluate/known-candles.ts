/** The candles of which something is known, one after the other, without the jumps over what is not known between them. */
import type { Ground } from '../replay/spec.ts'

/** Each candle relative to the close before it; `index`: its number in the history. */
export type KnownCandles = {
  index: Int32Array
  open: Float64Array
  high: Float64Array
  low: Float64Array
  close: Float64Array
  quote: Float64Array
}

export function listKnown({ history, quoteUsd }: Ground): KnownCandles {
  const { length, unknown, open, high, low, close } = history
  const index: number[] = []
  for (let i = 0; i < length; i++) if (unknown?.[i] !== 1) index.push(i)
  const make = () => new Float64Array(index.length)
  const known = {
    index: Int32Array.from(index),
    open: make(),
    high: make(),
    low: make(),
    close: make(),
    quote: make(),
  }
  index.forEach((i, n) => {
    const follows = n > 0 && index[n - 1] === i - 1
    // What happened in between is not known: such a candle begins where it opens.
    const before = follows ? close[i - 1]! : open[i]!
    known.open[n] = open[i]! / before
    known.high[n] = high[i]! / before
    known.low[n] = low[i]! / before
    known.close[n] = close[i]! / before
    known.quote[n] = follows ? quoteUsd[i]! / quoteUsd[i - 1]! : 1
  })
  return known
}

/** The opening prices of the known candles as one series that begins with 1, and the last close behind them. */
export function chainPrices({ open, close }: KnownCandles): Float64Array {
  const prices = new Float64Array(open.length + 1)
  let last = 1
  for (let n = 0; n < open.length; n++) {
    prices[n] = last * open[n]!
    last *= close[n]!
  }
  prices[open.length] = last
  return prices
}
