/**
 * The market of mainnet: quotes and instructions of Jupiter, its prices, and stored candles. Trades move no price here.
 */
import { type Market, PRICE_DECIMALS } from '../../../ports/market.ts'
import type { Health } from '../../../ports/chain.ts'
import { readPrice } from './jupiter/prices.ts'
import { createQuotes, type QuotesParts } from './quotes.ts'
import type { KeptCandles, Service } from './types.ts'

export type LiveMarketParts = Omit<QuotesParts, 'chain'> & {
  candles: KeptCandles
  chain: QuotesParts['chain'] & Pick<Health, 'healthy'>
  /** Its outage makes the market unhealthy, and so do stale prices. */
  service?: Pick<Service, 'health'>
}

export function createLiveMarket(parts: LiveMarketParts): Market {
  const { prices, candles, chain, service } = parts
  return {
    name: 'live',
    ...createQuotes(parts),
    // The market is public: the next price contains the effect of a trade.
    settled: async () => () => undefined,
    unsettled: async () => undefined,
    priceUsd: prices.priceUsd,
    async keptPrice(mint, options) {
      const close = await candles.lastClose(mint, options)
      return close === null ? null : readPrice(close.toFixed(PRICE_DECIMALS))
    },
    candles: candles.candles,
    known: candles.known,
    async healthy() {
      const outage = service?.health()?.outage ?? null
      return outage === null && prices.staleMs() === null && (await chain.healthy())
    },
  }
}
