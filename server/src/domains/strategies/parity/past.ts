/** Price history made of candles, if the market has nothing finer. */
import { Fault } from '../../../kernel/fault.ts'
import type { CandleRequest } from '../../../ports/candles.ts'
import type { Candle, Market, Past } from '../../../ports/market.ts'

/** Within a candle the price goes from open to the nearer end, to the other end, to the close, as in a backtest. */
export function pastOfCandles(candles: Candle[], seconds: number): Past | null {
  const [first] = candles
  if (!first) return null
  const length = seconds * 1000

  /** The last candle that starts at this time or before. */
  function candleAt(ms: number): Candle {
    let [low, high] = [0, candles.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (candles[middle]!.time * 1000 <= ms) low = middle
      else high = middle - 1
    }
    return candles[low]!
  }

  return {
    everyMs: length,
    at(ms) {
      const { time, open, high, low, close } = candleAt(ms)
      const into = ms - time * 1000
      if (into <= 0) return open
      if (into >= length) return close
      const way = close >= open ? [open, low, high, close] : [open, high, low, close]
      const third = Math.min(2, Math.floor((into * 3) / length))
      const [a, b] = [way[third] ?? open, way[third + 1] ?? close]
      return a + (b - a) * ((into * 3) / length - third)
    },
  }
}

/**
 * All that is known of these, including the newest, though it may be too little to trade on. Throws market_away, and
 * history_loading while their beginning is not known.
 */
export async function replayedCandles(
  market: Pick<Market, 'candles' | 'known'>,
  request: CandleRequest,
): Promise<Candle[]> {
  if (!market.known) return market.candles(request)
  const { candles, from, begins, missing } = await market.known({ ...request, open: true })
  if (missing === 'away') throw new Fault('market_away')
  const [first] = candles
  if (!begins && from > request.from && (first === undefined || first.time > request.from))
    throw new Fault('history_loading')
  return candles
}

/** Consecutive closes; a missing candle has the close of the one before it. Fetched once. */
export function closesFrom(market: Pick<Market, 'candles'>, mint: string, seconds: number) {
  const CHUNK = 1_000
  const chunks = new Map<number, Promise<Map<number, Candle>>>()
  const size = CHUNK * seconds

  function chunk(start: number): Promise<Map<number, Candle>> {
    let found = chunks.get(start)
    if (!found) {
      found = market
        .candles({ mint, seconds, from: start, to: start + size })
        .then((candles) => new Map(candles.map((candle) => [candle.time, candle])))
      chunks.set(start, found)
    }
    return found
  }

  return async (from: number, to: number): Promise<{ from: number; closes: number[] }> => {
    const closes: number[] = []
    let start = from
    for (let time = from; time < to; time += seconds) {
      const candle = (await chunk(Math.floor(time / size) * size)).get(time)
      if (closes.length === 0) {
        if (!candle) continue
        start = time
      }
      closes.push(candle ? candle.close : (closes.at(-1) ?? 0))
    }
    return { from: start, closes }
  }
}
