/** Price history for charts: pages of candles, each asked of the market once for however many look at it. */
import type { Candle } from '@purser/contract/market.ts'
import { TIMEFRAME_SECONDS, type Timeframe } from '@purser/contract/plan.ts'
import { Address } from '@purser/contract/values.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Fault } from '../../kernel/fault.ts'
import type { Market } from '../../ports/market.ts'

export type Candles = ReturnType<typeof createCandles>
export type CandlesWanted = {
  mint: string
  timeframe: Timeframe
  /** Seconds; those that start before it. Without it the newest, the open one included. */
  before?: number | undefined
  limit: number
}

/** Pages kept, and for how long: one with the open candle is old at once. */
const PAGES_KEPT = 100
const OPEN_MS = 1_000
const CLOSED_MS = 60_000

export function createCandles({ market, clock }: { market: Pick<Market, 'candles'>; clock: Clock }) {
  const pages = new Map<string, { until: number; candles: Promise<Candle[]> }>()

  function page(mint: string, seconds: number, from: number, to: number): Promise<Candle[]> {
    const now = clock.now()
    const key = `${mint} ${seconds} ${from} ${to}`
    const kept = pages.get(key)
    if (kept && kept.until > now && kept.until <= now + CLOSED_MS) return kept.candles
    const candles = market.candles({ mint, seconds, from, to })
    pages.delete(key)
    pages.set(key, { until: now + (to * 1000 > now ? OPEN_MS : CLOSED_MS), candles })
    // What failed is asked again.
    candles.catch(() => pages.delete(key))
    for (const oldest of pages.keys()) if (pages.size > PAGES_KEPT) pages.delete(oldest)
    return candles
  }

  return {
    /** Oldest first, at most `limit`. Throws no_price_history where the market knows none. */
    async list({ mint, timeframe, before, limit }: CandlesWanted): Promise<Candle[]> {
      if (!Address.safeParse(mint).success) throw new Fault('no_price_history', { mint })
      const seconds = TIMEFRAME_SECONDS[timeframe]
      const open = Math.floor(clock.now() / 1000 / seconds) * seconds
      // Nothing is told of what is still to come.
      const to = Math.min(
        before === undefined ? open + seconds : Math.ceil(before / seconds) * seconds,
        open + seconds,
      )
      const candles = await page(mint, seconds, Math.max(0, to - limit * seconds), to)
      // An older page may lie before the beginning of the history.
      if (candles.length === 0 && before === undefined) throw new Fault('no_price_history', { mint })
      return candles
    },
  }
}
