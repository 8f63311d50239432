/** Candles in flat arrays, for backtests: a window of a mint is fetched once and then extended. */
import { setImmediate } from 'node:timers/promises'
import { DAY_SECONDS } from '@purser/contract/time.ts'
import { Fault } from '../../../kernel/fault.ts'
import type { CandleRequest, KnownCandles } from '../../../ports/candles.ts'
import { type Candle, type Market, PRICE_SCALE } from '../../../ports/market.ts'

export const MINUTE = 60
export const WINDOW_DAYS = 30

/** Candle `i` starts at `start + seconds * i`, in seconds since 1970. Prices are USD per whole token. */
export type History = {
  start: number
  seconds: number
  length: number
  open: Float64Array
  high: Float64Array
  low: Float64Array
  close: Float64Array
  /** The first candle that the market has. Earlier ones are filled with its opening price. */
  since: number
  /** Present if the market does not know all of its past; only the part of [since, until) may be tested on. */
  part?: Part
  /** 1: nothing is known of that candle, and no order is filled in it. Absent: all are known. */
  unknown?: Uint8Array
}
/** `before`: the close before the first candle, if it is known. */
type Span = { start: number; length: number; seconds?: number; before?: number | undefined }

/** The first candle at the end that is not surely known, and why others are missing. */
export type Part = Pick<KnownCandles, 'missing'> & { until: number }

/** A candle without trades has the close of the one before it. */
export function toHistory(candles: Candle[], { start, length, seconds = MINUTE, before }: Span): History {
  const make = () => new Float64Array(length)
  const opened = candles[0] ? Math.floor((candles[0].time - start) / seconds) : length
  const since = before === undefined ? Math.min(length, Math.max(0, opened)) : 0
  const history = { start, seconds, length, open: make(), high: make(), low: make(), close: make(), since }
  let [next, last] = [0, before ?? candles[0]?.open ?? 0]
  for (let i = 0; i < length; i++) {
    const candle = candles[next]
    const isThere = candle !== undefined && candle.time <= start + i * seconds
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
  if (seconds === history.seconds) return { from: start, closes: close }
  const from = Math.ceil(start / seconds) * seconds
  const each = seconds / history.seconds
  const first = (from - start) / history.seconds
  const closes = new Float64Array(Math.max(0, Math.floor((length - first) / each)))
  for (let i = 0; i < closes.length; i++) closes[i] = close[first + (i + 1) * each - 1] ?? 0
  return { from, closes }
}

const SIDES = ['open', 'high', 'low', 'close'] as const

/** Moves the window on by the length of `added`. */
function moveOn(window: History, added: History): History {
  const { length, seconds } = window
  const moved = toHistory([], { start: window.start + added.length * seconds, length, seconds })
  moved.since = Math.max(0, window.since - added.length)
  for (const side of SIDES) {
    moved[side].set(window[side].subarray(added.length))
    moved[side].set(added[side], length - added.length)
  }
  return moved
}

/** The part of it from candle `from` on, up to `until`. It shares its candles, without copies. */
export function sliceHistory(history: History, from: number, until = history.length): History {
  const part = { ...history, start: history.start + from * history.seconds, length: until - from }
  for (const side of SIDES) part[side] = history[side].subarray(from, until)
  if (history.unknown) part.unknown = history.unknown.subarray(from, until)
  return { ...part, since: Math.max(0, history.since - from) }
}

/** Nothing is known before its first candle, even if that is only for lack of a trade. */
function toPart({ candles, from, to, missing }: KnownCandles, span: Span): History {
  const { start, length, seconds = MINUTE } = span
  const at = (time: number) => Math.min(length, Math.max(0, (time - start) / seconds))
  const history = toHistory(candles, span)
  return { ...history, since: Math.max(history.since, at(from)), part: { until: at(to), missing } }
}

/** How far back, in candles of this length. */
export type Window = { seconds: number; days: number }
const MONTH: Window = { seconds: MINUTE, days: WINDOW_DAYS }
/** Holding is followed over a year, in candles of an hour. */
export const YEAR: Window = { seconds: 3_600, days: 365 }

/** All windows that are cached, some 50 MB. */
const MOST_CANDLES = 1_600_000
/** The simulated market calculates candles: others are served between two pages. */
const PAGE = 5_000

type PastMarket = Pick<Market, 'candles' | 'known'>
async function fetchPages(market: PastMarket, { mint, seconds, from, to }: CandleRequest): Promise<Candle[]> {
  const candles: Candle[] = []
  for (let at = from; at < to; at += PAGE * seconds) {
    if (at > from) await setImmediate()
    candles.push(
      ...(await market.candles({ mint, seconds, from: at, to: Math.min(to, at + PAGE * seconds) })),
    )
  }
  return candles
}

/** Caches the windows that were used last. */
export function createHistories(market: PastMarket, mostCandles = MOST_CANDLES) {
  const cached = new Map<string, History>()

  async function loadWindow(
    key: string,
    mint: string,
    span: Required<Pick<Span, 'start' | 'length' | 'seconds'>>,
  ) {
    const { start, length, seconds } = span
    const to = start + length * seconds
    // The market stores it: nothing is extended, as missing candles may have arrived since.
    if (market.known) return toPart(await market.known({ mint, seconds, from: start, to }), span)
    const known = cached.get(key)
    const passed = known ? (start - known.start) / seconds : length
    if (known && passed === 0) return known
    const goesOn = known !== undefined && passed > 0 && passed < length
    const from = goesOn ? known.start + length * seconds : start
    const candles = await fetchPages(market, { mint, seconds, from, to })
    const before = known?.close[length - 1]
    if (goesOn) return moveOn(known, toHistory(candles, { start: from, length: passed, seconds, before }))
    return candles.length === 0 ? null : toHistory(candles, span)
  }

  return {
    /** The window that ends with the last closed candle. null: the market has no history of this mint. */
    async of(mint: string, nowMs: number, { seconds, days }: Window = MONTH): Promise<History | null> {
      const length = Math.floor((days * DAY_SECONDS) / seconds)
      const to = Math.floor(nowMs / 1000 / seconds) * seconds
      const key = `${mint} ${seconds} ${days}`
      const history = await loadWindow(key, mint, { start: to - length * seconds, length, seconds })
      cached.delete(key)
      if (history && !history.part) cached.set(key, history)
      let all = [...cached.values()].reduce((sum, one) => sum + one.length, 0)
      for (const [oldest, { length: candles }] of cached) {
        if (all <= mostCandles || oldest === key) break
        cached.delete(oldest)
        all -= candles
      }
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
