/** Candles and the past prices of a mint. */
import type { Candle, CandleRequest } from '../../../ports/candles.ts'
import type { Past } from '../../../ports/market.ts'
import { buildCandles } from './candles.ts'
import { IMPACT_HALF_LIFE_MS, NEGLIGIBLE_AFTER_MS } from './impacts.ts'
import { impactsBetween } from './impacts.store.ts'
import { createPast } from './past.ts'
import { RETENTION_MS } from './settle.ts'
import { findMint, findPath } from './sides.ts'
import type { SimulatedState } from './state.ts'

export async function readCandles(
  market: SimulatedState,
  { mint, seconds, from, to }: CandleRequest,
): Promise<Candle[]> {
  if ((await findMint(market, mint)) === undefined) return []
  const { path, profile } = findPath(market, mint)
  return buildCandles(path, { seconds, from, to, depth: profile.depth }, market.marketNow())
}

/** null: it is no longer stored. */
export async function readPast(
  market: SimulatedState,
  { mint, from, to }: { mint: string; from: number; to: number },
): Promise<Past | null> {
  if ((await findMint(market, mint)) === undefined) return null
  const since = from - NEGLIGIBLE_AFTER_MS
  if (since < market.clock.now() - RETENTION_MS) return null
  const found = await impactsBetween(market.db, mint, new Date(since), new Date(to))
  return createPast(findPath(market, mint).path, found, IMPACT_HALF_LIFE_MS)
}
