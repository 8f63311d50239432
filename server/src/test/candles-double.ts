/**
 * A double of the candle service (GeckoTerminal, CoinGecko on-chain): its paths, its order, newest first, periods
 * without trades left out, the end of the free history, and its failures. Prices are seeded and follow the clock.
 */
import { DAY_SECONDS } from '@purser/contract/time.ts'
import type { Clock } from '../kernel/clock.ts'
import { type DoubleAnswer, type DoublePart, json } from './double.ts'

/** 'slow' and 'cut' begin with the right answer; 'stale' answers as of the time when it began. */
export type CandlesMood =
  | 'well'
  | 'rate_limited'
  | 'silent'
  | 'slow'
  | 'cut'
  | 'broken'
  | 'stale'
  | 'unauthorised'

export type CandlesDouble = {
  part: DoublePart
  mood: CandlesMood
  /** Key headers and the accepted version of each call. */
  headers: Record<string, string | undefined>[]
  /** The complete chart: closed candles with trades in [from, to), oldest first. */
  truth(request: { mint: string; seconds: number; from: number; to: number }): number[][]
}

export type CandlesDoubleOptions = {
  clock: Pick<Clock, 'now' | 'sleep'>
  /** Deepest last, and one that is deeper but was not traded; none: an unknown mint. */
  pools?: (mint: string) => { address: string; reserve: string | null; volume: string }[]
  /** Seconds: the first trade. */
  born?: number
  /** How many of a hundred one-minute candles have no trades. */
  quiet?: number
  /** Periods without trades, in seconds. */
  silences?: { from: number; to: number }[]
  /** How many seconds the service is behind the chain. */
  lagSeconds?: number
  /** A paid plan has no end of history. */
  isPaid?: boolean
  /** USD of a whole token, around which its price moves; 0.5 to 150 by default. */
  base?: (mint: string) => number | undefined
}

const FREE_SECONDS = 180 * DAY_SECONDS
const UNITS: Record<string, number> = { minute: 60, hour: 3_600, day: DAY_SECONDS }
/** Base58, made up. */
const POOLS = ['8sLbNZoA1cfnvMJLPfp98ZLAnFSYCFApfJKMbiXNLwxj', 'HJPjoWUrhoZzkNfRpHuieeFk9WcZWjwy6PBjZ81ngndJ']

/** Continues the hash of the text before. */
function hashed(text: string, before = 2_166_136_261): number {
  let hash = before
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16_777_619)
  return hash
}

/** A number from 0 to 1, the same for the same text. */
function chance(text: string, before?: number): number {
  let hash = hashed(text, before)
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_519)
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32
}

/** Hash states after a mint and a space, with which the text of each of its hundred thousand candles begins. */
const beginnings = new Map<string, number>()
function getBeginning(mint: string): number {
  const known = beginnings.get(mint) ?? hashed(`${mint} `)
  beginnings.set(mint, known)
  return known
}

/** USD of a whole token at this second of 1970. */
export function pricedAt(mint: string, second: number, base = 0.5 + 150 * chance(mint)): number {
  const waves =
    0.1 * Math.sin(second / 90_000) + 0.02 * Math.sin(second / 4_100) + 0.004 * Math.sin(second / 310)
  return base * (1 + waves + 0.002 * chance(String(Math.floor(second / 15)), getBeginning(mint)))
}

export function createCandlesDouble(options: CandlesDoubleOptions): CandlesDouble {
  const { clock, born = 0, quiet = 10, silences = [], lagSeconds = 20, isPaid = false } = options
  const priceAt = (mint: string, second: number) => pricedAt(mint, second, options.base?.(mint))
  const listPools =
    options.pools ??
    (() => [
      { address: POOLS[0]!, reserve: '1000.5', volume: '900000.1' },
      { address: POOLS[1]!, reserve: '8000000.25', volume: '120000.7' },
    ])
  let staleSince: number | null = null

  const isTraded = (mint: string, time: number, seconds: number): boolean =>
    time + seconds > born &&
    !silences.some(({ from, to }) => time >= from && time + seconds <= to) &&
    chance(`${time} ${seconds}`, getBeginning(mint)) * 100 >= (quiet * 60) / seconds

  /** `end`: the last trades that the service has seen. */
  function row(mint: string, time: number, seconds: number, end: number): number[] {
    const last = Math.min(time + seconds, end) - 1
    const prices = [0, 1, 2, 3, 4, 5, 6].map((i) => priceAt(mint, time + ((last - time) * i) / 6))
    const [open, close] = [prices[0]!, prices.at(-1)!]
    return [time, open, Math.max(...prices), Math.min(...prices), close, 10 * seconds + chance(`${time}`)]
  }

  function ohlcv(url: URL, unit: string): DoubleAnswer {
    const seconds = (UNITS[unit] ?? 60) * Number(url.searchParams.get('aggregate') ?? 1)
    const limit = Number(url.searchParams.get('limit') ?? 100)
    const mint = url.searchParams.get('token') ?? ''
    const now = staleSince ?? Math.floor(clock.now() / 1_000)
    const before = Number(url.searchParams.get('before_timestamp') ?? now + 1)
    if (limit > 1_000) return json({ errors: [{ status: '400', title: 'Invalid limit' }] }, 400)
    if (!isPaid && before < now - FREE_SECONDS)
      return json({ errors: [{ status: '401', title: 'Unauthorized' }] }, 401)
    const seen = now - lagSeconds
    const list: number[][] = []
    const last = Math.min(before - 1, seen - 1)
    for (let time = Math.floor(last / seconds) * seconds; list.length < limit; time -= seconds) {
      if (time + seconds <= born || (!isPaid && time < now - FREE_SECONDS) || time <= 0) break
      if (isTraded(mint, time, seconds)) list.push(row(mint, time, seconds, seen))
    }
    return json({
      data: { id: 'x', type: 'ohlcv_request_response', attributes: { ohlcv_list: list } },
      meta: {},
    })
  }

  function answer(url: URL): DoubleAnswer | undefined {
    const mint = /\/networks\/solana\/tokens\/(\w+)\/pools$/.exec(url.pathname)?.[1]
    const unit = /\/networks\/solana\/pools\/\w+\/ohlcv\/(minute|hour|day)$/.exec(url.pathname)?.[1]
    if (unit !== undefined) return ohlcv(url, unit)
    if (mint === undefined) return undefined
    const pools = listPools(mint)
    if (pools.length === 0) return json({ errors: [{ status: '404', title: 'Not Found' }] }, 404)
    const data = pools.map(({ address, reserve, volume }) => ({
      id: `solana_${address}`,
      type: 'pool',
      attributes: { address, reserve_in_usd: reserve, volume_usd: { h24: volume } },
    }))
    return json({ data })
  }

  const double: CandlesDouble = {
    mood: 'well',
    headers: [],
    async part(url, headers) {
      if (!url.pathname.includes('/networks/solana/')) return undefined
      const text = (name: string) => (typeof headers[name] === 'string' ? headers[name] : undefined)
      double.headers.push({
        accept: text('accept'),
        demo: text('x-cg-demo-api-key'),
        pro: text('x-cg-pro-api-key'),
      })
      const { mood } = double
      staleSince = mood === 'stale' ? (staleSince ?? Math.floor(clock.now() / 1_000)) : null
      const found = answer(url)
      if (mood === 'silent') return 'silent'
      if (mood === 'rate_limited') return { status: 429, body: '' }
      if (mood === 'unauthorised') return json({ error: 'Unauthorized' }, 401)
      if (mood === 'broken') return json({ data: { attributes: { ohlcv_list: [['soon', 1, 2]] } } })
      if (mood === 'cut' && found && typeof found === 'object' && 'body' in found)
        return { cut: found.body.slice(0, Math.floor(found.body.length / 2)) }
      if (mood === 'slow') await clock.sleep(2_000)
      return found
    },
    truth({ mint, seconds, from, to }) {
      const rows: number[][] = []
      for (let time = Math.ceil(from / seconds) * seconds; time < to; time += seconds)
        if (isTraded(mint, time, seconds)) rows.push(row(mint, time, seconds, Infinity))
      return rows
    },
  }
  return double
}
