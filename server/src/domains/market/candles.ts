/** Price history for charts: pages of candles, each fetched once for all readers. */
import type { Candle } from '@purser/contract/market.ts'
import { TIMEFRAME_SECONDS, type Timeframe } from '@purser/contract/plan.ts'
import { Address } from '@purser/contract/values.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Fault } from '../../kernel/fault.ts'
import type { Market } from '../../ports/market.ts'

export type Candles = ReturnType<typeof createCandles>
export type CandlesQuery = {
  mint: string
  timeframe: Timeframe
  /** Seconds; those that start before it. Without it the newest, the open one included. */
  before?: number | undefined
  limit: number
}

/** Cached pages, and for how long: one with the open candle is soon stale, however fast the market runs. */
const PAGES_KEPT = 100
const OPEN_MS = 1_000
const CLOSED_MS = 60_000

/** `clock` is the market's. */
export function createCandles({ market, clock }: { market: Pick<Market, 'candles'>; clock: Clock }) {
  const pages = new Map<string, { at: number; until: number; candles: Promise<Candle[]> }>()

  function page(mint: string, seconds: number, from: number, to: number): Promise<Candle[]> {
    const [now, read] = [clock.now(), clock.monotonic()]
    const key = `${mint} ${seconds} ${from} ${to}`
    const kept = pages.get(key)
    // Once the clock was set back, a page may show what is to come.
    if (kept && kept.until > read && kept.at <= now) return kept.candles
    const candles = market.candles({ mint, seconds, from, to })
    pages.delete(key)
    pages.set(key, { at: now, until: read + (to * 1000 > now ? OPEN_MS : CLOSED_MS), candles })
    // A failure is not cached.
    candles.catch(() => pages.delete(key))
    for (const oldest of pages.keys()) if (pages.size > PAGES_KEPT) pages.delete(oldest)
    return candles
  }

  return {
    /** Oldest first, at most `limit`. Throws no_price_history where the market has none. */
    async list({ mint, timeframe, before, limit }: CandlesQuery): Promise<Candle[]> {
      if (!Address.safeParse(mint).success) throw new Fault('no_price_history', { mint })
      const seconds = TIMEFRAME_SECONDS[timeframe]
      const open = Math.floor(clock.now() / 1000 / seconds) * seconds
      // Never candles of the future.
      const to = Math.min(
        before === undefined ? open + seconds : Math.ceil(before / seconds) * seconds,
        open + seconds,
      )
      const candles = await page(mint, seconds, Math.max(0, to - limit * seconds), to)
      // A page before the beginning of the history is empty.
      if (candles.length === 0 && before === undefined) throw new Fault('no_price_history', { mint })
      return candles
    },
  }
}
