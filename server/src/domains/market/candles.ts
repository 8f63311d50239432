/** Price history for charts: pages of candles, each fetched once for all readers. */
import type { Candle, CandlesState } from '@purser/contract/market/market.ts'
import { TIMEFRAME_SECONDS, type Timeframe } from '@purser/contract/strategies/plan.ts'
import { Address } from '@purser/contract/values.ts'
import { createCache } from '../../kernel/cache.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Fault } from '../../kernel/fault.ts'
import type { CandleRequest } from '../../ports/candles.ts'
import type { Market } from '../../ports/market.ts'

export type Candles = ReturnType<typeof createCandles>
export type CandlesQuery = {
  mint: string
  timeframe: Timeframe
  /** Seconds; returns candles that start before it. By default the newest, including the open one. */
  before?: number | undefined
  limit: number
}

/** A page with the open candle is soon stale, however fast the market runs. */
const MOST_PAGES = 100
const OPEN_MS = 1_000
const CLOSED_MS = 60_000

/** `state`: null if the market knows all of its past. */
export type CandlesPage = { candles: Candle[]; state: CandlesState | null }

/** `clock` is the market's. */
export function createCandles({
  market,
  clock,
}: {
  market: Pick<Market, 'candles' | 'known'>
  clock: Clock
}) {
  const pages = createCache<string, { at: number; found: Promise<CandlesPage> }>({ clock, max: MOST_PAGES })

  async function read(request: CandleRequest): Promise<CandlesPage> {
    if (!market.known) return { candles: await market.candles(request), state: null }
    const { candles, missing, asOf } = await market.known({ ...request, open: true })
    const as_of = asOf === null ? null : new Date(asOf).toISOString()
    return { candles, state: { missing, as_of } }
  }

  function page(mint: string, seconds: number, from: number, to: number): Promise<CandlesPage> {
    const now = clock.now()
    const key = `${mint} ${seconds} ${from} ${to}`
    const known = pages.get(key)
    // After the clock was set back, a page may show the future.
    if (known && known.at <= now) return known.found
    const ttlMs = to * 1000 > now ? OPEN_MS : CLOSED_MS
    const page = pages.set(key, { at: now, found: read({ mint, seconds, from, to }) }, { ttlMs })
    // Neither a failure nor a partial page is cached.
    const drop = () => pages.delete(key, page)
    page.found.then(({ state }) => state !== null && state.missing !== null && drop(), drop)
    return page.found
  }

  return {
    /** Oldest first, at most `limit`. Throws no_price_history if the market has none. */
    async list({ mint, timeframe, before, limit }: CandlesQuery): Promise<CandlesPage> {
      if (!Address.safeParse(mint).success) throw new Fault('no_price_history', { mint })
      const seconds = TIMEFRAME_SECONDS[timeframe]
      const open = Math.floor(clock.now() / 1000 / seconds) * seconds
      // Never candles of the future.
      const to = Math.min(
        before === undefined ? open + seconds : Math.ceil(before / seconds) * seconds,
        open + seconds,
      )
      const found = await page(mint, seconds, Math.max(0, to - limit * seconds), to)
      const isEmpty = found.candles.length === 0 && (found.state?.missing ?? null) === null
      // A page before the beginning of the history is empty.
      if (isEmpty && before === undefined) throw new Fault('no_price_history', { mint })
      return found
    },
  }
}
