/** Changes of a token's price over an hour and a day of the market's time. */
import { DAY_MS, HOUR_MS } from '@purser/contract/time.ts'
import { createCache } from '../../../kernel/cache.ts'
import type { MarketClock } from '../../../ports/market-clock.ts'
import type { Candle, Market } from '../../../ports/market.ts'
import type { Change } from './draw.ts'

const CANDLE_SECONDS = 300
const FRESH_MS = 60_000
const MOST_MINTS = 100

export function createChanges(market: Pick<Market, 'candles'>, marketClock: Pick<MarketClock, 'now'>) {
  const clock = { monotonic: () => marketClock.now() }
  const cache = createCache<string, { at: number; change: Change }>({
    clock,
    max: MOST_MINTS,
    ttlMs: FRESH_MS,
  })

  /** At most a minute of the market's time old. */
  return async (mint: string): Promise<Change> => {
    const now = marketClock.now()
    const known = cache.get(mint)
    // The market's time may be set back.
    if (known && now >= known.at) return known.change
    const from = Math.floor((now - DAY_MS) / 1_000 / CANDLE_SECONDS) * CANDLE_SECONDS
    const to = Math.floor(now / 1_000) + 1
    const candles = await market.candles({ mint, seconds: CANDLE_SECONDS, from, to })
    const change = { hour: since(candles, now - HOUR_MS), day: since(candles, now - DAY_MS) }
    cache.set(mint, { at: now, change }, { at: now })
    return change
  }
}

/** The change from the candle at this moment to the last one, as a fraction; null if the history begins later. */
function since(candles: Candle[], ms: number): number | null {
  const start = Math.floor(ms / 1_000 / CANDLE_SECONDS) * CANDLE_SECONDS
  const first = candles.find(({ time }) => time >= start)
  const last = candles.at(-1)
  if (!first || !last || first.time > start + CANDLE_SECONDS || first.open <= 0) return null
  return last.close / first.open - 1
}
