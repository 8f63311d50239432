/** A month of one-minute candles in flat arrays, for backtests; fetched once and then extended. */
import { Fault } from '../../../kernel/fault.ts'
import type { KnownCandles } from '../../../ports/candles.ts'
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
  /** The first candle that the market has. Earlier ones are filled with its opening price. */
  since: number
  /** Present if the market does not know all of its past; only the part of [since, until) may be tested on. */
  part?: Part
}
/** The first candle at the end that is not surely known, and why others are missing. */
export type Part = Pick<KnownCandles, 'missing'> & { until: number }

/** A missing minute has the close of the one before it. */
export function toHistory(candles: Candle[], start: number, length: number, before?: number): History {
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
export function toCloses(history: History, seconds: number): { from: number; closes: Float64Array } {
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

/** Moves the window on by the length of `came`. */
function movedOn(had: History, came: History): History {
  const start = had.start + came.length * MINUTE
  const moved = toHistory([], start, had.length)
  moved.since = Math.max(0, had.since - came.length)
  for (const side of SIDES) {
    moved[side].set(had[side].subarray(came.length))
    moved[side].set(came[side], had.length - came.length)
  }
  return moved
}

/** The part of it from candle `from` on, up to `until`. It shares its candles, without copies. */
export function sliceHistory(history: History, from: number, until = history.length): History {
  const part = { ...history, start: history.start + from * MINUTE, length: until - from }
  for (const side of SIDES) part[side] = history[side].subarray(from, until)
  return { ...part, since: Math.max(0, history.since - from) }
}

/** Nothing is known before its first candle, even if that is only for lack of a trade. */
function toPart({ candles, from, to, missing }: KnownCandles, start: number, length: number): History {
  const at = (time: number) => Math.min(length, Math.max(0, (time - start) / MINUTE))
  const history = toHistory(candles, start, length)
  return { ...history, since: Math.max(history.since, at(from)), part: { until: at(to), missing } }
}

/** Caches the window of the mints used last. */
export function createHistories(market: Pick<Market, 'candles' | 'known'>, kept = 16) {
  const known = new Map<string, History>()

  async function loadWindow(mint: string, start: number, length: number): Promise<History | null> {
    // The market stores it: nothing is extended, as missing candles may have arrived since.
    if (market.known)
      return toPart(
        await market.known({ mint, seconds: MINUTE, from: start, to: start + length * MINUTE }),
        start,
        length,
      )
    const had = known.get(mint)
    const passed = had ? (start - had.start) / MINUTE : length
    if (had && passed === 0) return had
    const goesOn = had !== undefined && passed > 0 && passed < length
    const from = goesOn ? had.start + length * MINUTE : start
    const candles = await market.candles({ mint, seconds: MINUTE, from, to: start + length * MINUTE })
    if (goesOn) return movedOn(had, toHistory(candles, from, passed, had.close[length - 1]))
    return candles.length === 0 ? null : toHistory(candles, start, length)
  }

  return {
    /** The window that ends with the last closed minute. null: the market has no history of this mint. */
    async of(mint: string, nowMs: number, days = WINDOW_DAYS): Promise<History | null> {
      const length = days * 1440
      const to = Math.floor(nowMs / 1000 / MINUTE) * MINUTE
      const history = await loadWindow(mint, to - length * MINUTE, length)
      known.delete(mint)
      if (history && !history.part) known.set(mint, history)
      for (const oldest of known.keys()) if (known.size > kept) known.delete(oldest)
      return history
    },
  }
}

/** Whether there is a history to test on; throws if it is only not known yet. */
export function assertHistory({ part, since }: History): boolean {
  if (!part || since < part.until) return true
  if (part.missing === 'away') throw new Fault('market_away')
  if (part.missing === 'loading') throw new Fault('history_loading')
  return false
}

/** The parts of both that are surely known of both; null: nothing. `behind`: minutes at the end that are left out. */
export function commonPart(token: History, quote: History): Common | null {
  if (!assertHistory(token) || !assertHistory(quote)) return null
  if (!token.part && !quote.part) return { history: token, quotes: quote, behind: 0, missing: null }
  const since = Math.max(token.since, quote.since)
  const until = Math.min(...[token, quote].map((one) => one.part?.until ?? one.length))
  const missing = token.part?.missing ?? quote.part?.missing ?? null
  if (since >= until) throw new Fault(missing === 'away' ? 'market_away' : 'history_loading')
  return {
    history: sliceHistory(token, since, until),
    quotes: sliceHistory(quote, since, until),
    behind: token.length - until,
    missing,
  }
}
export type Common = { history: History; quotes: History; behind: number } & Pick<Part, 'missing'>

/** A price in the market's own unit, for amounts. */
export const exact = (usd: number): bigint => {
  const price = BigInt(Math.round(usd * Number(PRICE_SCALE)))
  return price > 0n ? price : 1n
}
