/** A month of one-minute candles in flat arrays: what a backtest runs over, fetched once and then only carried on. */
import { type Candle, type Market, PRICE_SCALE } from '../../../ports/market.ts'

export const MINUTE = 60
export const WINDOW_DAYS = 30

/** Candle `i` starts at `start + 60 i` seconds. Prices are USD per whole token. */
export type History = {
  start: number
  length: number
  open: Float64Array
  high: Float64Array
  low: Float64Array
  close: Float64Array
}

/** Candles in a row; a minute that is missing stands still at the close before it. */
export function historyOf(candles: Candle[], start: number, length: number): History {
  const make = () => new Float64Array(length)
  const history: History = { start, length, open: make(), high: make(), low: make(), close: make() }
  let [next, last] = [0, candles[0]?.open ?? 0]
  for (let i = 0; i < length; i++) {
    const candle = candles[next]
    const isThere = candle !== undefined && candle.time <= start + i * MINUTE
    if (isThere) next++
    history.open[i] = isThere ? candle.open : last
    history.high[i] = isThere ? candle.high : last
    history.low[i] = isThere ? candle.low : last
    history.close[i] = last = isThere ? candle.close : last
  }
  return history
}

/** Closes of candles of `seconds`, the first of which starts at `from`: aligned to the epoch, whole ones only. */
export function closesOf(history: History, seconds: number): { from: number; closes: Float64Array } {
  const { start, length, close } = history
  if (seconds === MINUTE) return { from: start, closes: close }
  const from = Math.ceil(start / seconds) * seconds
  const each = seconds / MINUTE
  const first = (from - start) / MINUTE
  const closes = new Float64Array(Math.max(0, Math.floor((length - first) / each)))
  for (let i = 0; i < closes.length; i++) closes[i] = close[first + (i + 1) * each - 1] ?? 0
  return { from, closes }
}

/** Keeps the last window of each mint that was asked for lately. */
export function createHistories(market: Market, kept = 16) {
  const known = new Map<string, Candle[]>()

  return {
    /** The window that ends with the last closed minute. null: the market tells no history of this mint. */
    async of(mint: string, nowMs: number): Promise<History | null> {
      const to = Math.floor(nowMs / 1000 / MINUTE) * MINUTE
      const length = WINDOW_DAYS * 1440
      const start = to - length * MINUTE
      const had = known.get(mint) ?? []
      const last = had.at(-1)?.time ?? 0
      const from = last >= start ? last + MINUTE : start
      const fresh = from >= to ? [] : await market.candles({ mint, seconds: MINUTE, from, to })
      const candles = (last >= start ? [...had, ...fresh] : fresh).filter(
        (c) => c.time >= start && c.time < to,
      )
      known.delete(mint)
      if (candles.length === 0) return null
      known.set(mint, candles)
      for (const oldest of known.keys()) if (known.size > kept) known.delete(oldest)
      return historyOf(candles, start, length)
    },
  }
}

/** A price in the market's own unit, for amounts. */
export const exact = (usd: number): bigint => {
  const price = BigInt(Math.round(usd * Number(PRICE_SCALE)))
  return price > 0n ? price : 1n
}
