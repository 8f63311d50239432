/** The worth of mints, by the market's prices. */
import { assetSymbol, SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { Fault } from '../../../kernel/fault.ts'
import { type Worth, WORTH_OF_SOL } from '../../../kernel/solana/worth.ts'
import type { PriceUsd } from '../../../ports/market.ts'
import type { SpendingParts } from './spending.ts'

type Market = SpendingParts['market']

/** Returns the USD of one whole unit. Throws no_price_for_limit. */
async function readPrice(market: Market, mint: string): Promise<PriceUsd> {
  const price = await market.priceUsd(mint)
  if (price === null || price <= 0n) throw new Fault('no_price_for_limit', { symbol: assetSymbol(mint) })
  return price
}

/**
 * Returns the worth of this mint now. The price of SOL is read with every other. Throws no_price_for_limit and
 * market_away.
 */
export async function readWorth(market: Market, mint: string, decimals: number | undefined): Promise<Worth> {
  if (mint === SOL_MINT) return WORTH_OF_SOL
  if (decimals === undefined) throw new Error('an operation moves a token that it does not reserve')
  const [price, solPrice] = await Promise.all([readPrice(market, mint), readPrice(market, SOL_MINT)])
  return { decimals, price, solPrice }
}

/** Returns the worth by the stored candles; null if they do not give it, or the market has no second source. */
export async function readCandleWorth(
  market: Market,
  mint: string,
  { decimals }: Worth,
  renew: boolean,
): Promise<Worth | null> {
  if (mint === SOL_MINT) return WORTH_OF_SOL
  const candlePrice = async (one: string) => (await market.keptPrice?.(one, { renew })) ?? null
  const [price, solPrice] = await Promise.all([candlePrice(mint), candlePrice(SOL_MINT)])
  return price && solPrice ? { decimals, price, solPrice } : null
}
