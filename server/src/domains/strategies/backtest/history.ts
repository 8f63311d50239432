/** A month of one-minute candles in flat arrays, for backtests; fetched once and then extended. */
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
  /** The first candle that the market has. Those before it are made up of its opening price. */
  since: number
}

/** A missing minute has the close of the one before it. */
export function historyOf(candles: Candle[], start: number, length: number, before?: number): History {
  const make = () => new Float64Array(length)
  const opened = candles[0] ? Math.floor((candles[0].time - start) / MINUTE) : length
  const since = before === undefined ? Math.min(length, Math.max(0, opened)) : 0
  const history: History = { start, length, open: make(), high: make(), low: make(), close: make(), since }
  let [next, last] = [0, before ?? candles[0]?.open ?? 0]
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

const SIDES = ['open', 'high', 'low', 'close'] as const

/** The window moved on by the length of `came`. */
function movedOn(had: History, came: History): History {
  const start = had.start + came.length * MINUTE
  const moved = historyOf([], start, had.length)
  moved.since = Math.max(0, had.since - came.length)
  for (const side of SIDES) {
    moved[side].set(had[side].subarray(came.length))
    moved[side].set(came[side], had.length - came.length)
  }
  return moved
}

/** The last part of it, from candle `from` on. Its candles are the same ones, not copies. */
export function lastOf(history: History, from: number): History {
  const part = { ...history, start: history.start + from * MINUTE, length: history.length - from }
  for (const side of SIDES) part[side] = history[side].subarray(from)
  return { ...part, since: Math.max(0, history.since - from) }
}

/** Caches the window of the mints used last. */
export function createHistories(market: Pick<Market, 'candles'>, kept = 16) {
  const known = new Map<string, History>()

  async function windowOf(mint: string, start: number, length: number): Promise<History | null> {
    const had = known.get(mint)
    const passed = had ? (start - had.start) / MINUTE : length
    if (had && passed === 0) return had
    const goesOn = had !== undefined && passed > 0 && passed < length
    const from = goesOn ? had.start + length * MINUTE : start
    const candles = await market.candles({ mint, seconds: MINUTE, from, to: start + length * MINUTE })
    if (goesOn) return movedOn(had, historyOf(candles, from, passed, had.close[length - 1]))
    return candles.length === 0 ? null : historyOf(candles, start, length)
  }

  return {
    /** The window that ends with the last closed minute. null: the market has no history of this mint. */
    async of(mint: string, nowMs: number, days = WINDOW_DAYS): Promise<History | null> {
      const length = days * 1440
      const to = Math.floor(nowMs / 1000 / MINUTE) * MINUTE
      const history = await windowOf(mint, to - length * MINUTE, length)
      known.delete(mint)
      if (history) known.set(mint, history)
      for (const oldest of known.keys()) if (known.size > kept) known.delete(oldest)
      return history
    },
  }
}

/** A price in the market's own unit, for amounts. */
export const exact = (usd: number): bigint => {
  const price = BigInt(Math.round(usd * Number(PRICE_SCALE)))
  return price > 0n ? price : 1n
}
