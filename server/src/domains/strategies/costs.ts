/** Adds up the costs of trading: network fee, market cost, rent. */
import type { TradingCosts } from '@purser/contract/strategies/costs.ts'
import { SOL_DECIMALS, toJsonAmount } from '@purser/contract/money.ts'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import type { OrderRow } from './rows.ts'
import type { Asset } from './sizing/sizing.ts'

/** Decimals of the two sides of a plan. */
export type SideDecimals = { quote: number; token: number }

type Priced = { token: bigint; quote: bigint }

/** Converts base units of the token to base units of the quote at these prices. */
export const tokensInQuote = (tokens: bigint, decimals: SideDecimals, prices: Priced): bigint =>
  (tokens * prices.token * 10n ** BigInt(decimals.quote)) / prices.quote / 10n ** BigInt(decimals.token)

type Leg = Pick<OrderRow, 'side' | 'status' | 'spent' | 'outAmount' | 'tokenPrice' | 'quotePrice'>

/**
 * The market's fee and price impact of a filled leg, in base units of the quote: the difference to the mid prices of
 * its fill. Negative if the fill was better; null without a price.
 */
export function marketCost(leg: Leg, decimals: SideDecimals): bigint | null {
  const { side, status, spent, outAmount, tokenPrice: token, quotePrice: quote } = leg
  if (status !== 'filled' || spent === null || outAmount === null || !token || !quote) return null
  return side === 'buy'
    ? spent - tokensInQuote(outAmount, decimals, { token, quote })
    : tokensInQuote(spent, decimals, { token, quote }) - outAmount
}

export const sumMarketCosts = (legs: Leg[], decimals: SideDecimals): bigint =>
  legs.reduce((sum, leg) => sum + (marketCost(leg, decimals) ?? 0n), 0n)

type Parts = {
  /** Lamports. */
  network: bigint
  rent: bigint
  /** Base units of the quote; null without a price. */
  market: bigint | null
  quote: Pick<Asset, 'mint' | 'symbol' | 'decimals'>
}

/** Puts them into the API's units. */
export function toTradingCosts({ network, rent, market, quote }: Parts): TradingCosts {
  const inSol = (lamports: bigint) => ({ value: toJsonAmount(lamports, SOL_DECIMALS), unit: 'SOL' })
  const inQuote = (units: bigint) => ({ value: toJsonAmount(units, quote.decimals), unit: quote.symbol })
  const ofChain = network + rent
  const isSol = quote.mint === SOL_MINT
  return {
    total: isSol
      ? [inSol(ofChain + (market ?? 0n))]
      : [...(market === null ? [] : [inQuote(market)]), inSol(ofChain)],
    network: toJsonAmount(network, SOL_DECIMALS),
    market: market === null ? null : inQuote(market),
    rent: toJsonAmount(rent, SOL_DECIMALS),
  }
}
