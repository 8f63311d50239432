/**
 * The market of mainnet: quotes and instructions of Jupiter, its prices, and stored candles. Trades move no price here.
 */
import { assetSymbol } from '@purser/contract/tokens.ts'
import type { Address } from '@solana/kit'
import { MAX_PRIORITY_LAMPORTS } from '../../../kernel/solana/budget.ts'
import { createCache } from '../../../kernel/cache.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Chain } from '../../../ports/chain.ts'
import {
  type Market,
  type NoQuote,
  PRICE_DECIMALS,
  type PriceUsd,
  type Quote,
} from '../../../ports/market.ts'
import { isNoQuote } from './jupiter/build.ts'
import { createFriction, lamportsDecimals, NOBODY } from './friction.ts'
import { createPrepare } from './prepare.ts'
import { readPrice } from './jupiter/prices.ts'
import { failureIn } from './jupiter/program-errors.ts'
import type { Builds, Built, KeptCandles, Prices, Service } from './types.ts'

export type LiveMarketParts = {
  builds: Builds
  prices: Prices
  candles: KeptCandles
  chain: Pick<Chain, 'mintInfo' | 'states' | 'rentExempt' | 'simulate' | 'recentPrices' | 'healthy'>
  clock: Pick<Clock, 'monotonic'>
  /** Its outage makes the market unhealthy, and so do stale prices. */
  service?: Pick<Service, 'health'>
}

const MOST_MINTS = 1_000
/** More than any pool's fee: a larger loss is due to the route, whatever the answer says of its impact. */
const FEES_BPS = 300n
const BPS = 10_000n

/** The price of one side, derived from the other's and the ratio of the amounts. */
const implied = (
  price: PriceUsd,
  of: { amount: bigint; decimals: number },
  by: { amount: bigint; decimals: number },
) => (price * by.amount * 10n ** BigInt(of.decimals)) / (of.amount * 10n ** BigInt(by.decimals))

export function createLiveMarket(parts: LiveMarketParts): Market {
  const { builds, prices, candles, chain, clock, service } = parts
  const prepare = createPrepare({ builds, chain })
  const decimals = createCache<string, number>({ max: MOST_MINTS })

  /** null: no mint. The decimals of a mint never change. */
  async function decimalsOf(mint: string): Promise<number | null> {
    const known = lamportsDecimals(mint) ?? decimals.get(mint)
    if (known !== undefined) return known
    const info = await chain.mintInfo(mint as Address)
    return info === null ? null : decimals.set(mint, info.decimals)
  }

  const friction = createFriction({ builds, clock, priceUsd: prices.priceUsd, decimalsOf })

  /** The service answers 'no route' for a mint that does not exist, too. */
  async function inTruth(refused: NoQuote, mints: string[]): Promise<NoQuote> {
    if (refused.unavailable.code !== 'no_route') return refused
    for (const mint of mints)
      if ((await decimalsOf(mint)) === null)
        return { unavailable: { code: 'not_traded', mint, symbol: assetSymbol(mint) } }
    return refused
  }

  async function sidesOf({ request, outAmount }: Built) {
    const [inDecimals, outDecimals] = [
      await decimalsOf(request.inputMint),
      await decimalsOf(request.outputMint),
    ]
    return {
      given: { amount: request.inAmount, decimals: inDecimals ?? 0 },
      got: { amount: outAmount, decimals: outDecimals ?? 0 },
    }
  }

  /** The impact that the route states, or the loss at the prices of both sides if that is more than fees. */
  async function impactOf(
    built: Built,
    { inPriceUsd, outPriceUsd }: Pick<Quote, 'inPriceUsd' | 'outPriceUsd'>,
  ) {
    const { given, got } = await sidesOf(built)
    const worth = given.amount * inPriceUsd * 10n ** BigInt(got.decimals)
    const left = got.amount * outPriceUsd * 10n ** BigInt(given.decimals)
    const lost = worth === 0n ? 0n : BPS - (left * BPS) / worth
    return lost > FEES_BPS ? Math.max(built.priceImpactBps, Number(lost)) : built.priceImpactBps
  }

  async function pricesOf(built: Built): Promise<Pick<Quote, 'inPriceUsd' | 'outPriceUsd'> | NoQuote> {
    const { inputMint, outputMint } = built.request
    const [inPrice, outPrice] = await Promise.all([prices.priceUsd(inputMint), prices.priceUsd(outputMint)])
    if (inPrice && outPrice) return { inPriceUsd: inPrice, outPriceUsd: outPrice }
    const { given, got } = await sidesOf(built)
    if (inPrice) return { inPriceUsd: inPrice, outPriceUsd: implied(inPrice, got, given) }
    if (outPrice) return { inPriceUsd: implied(outPrice, given, got), outPriceUsd: outPrice }
    return { unavailable: { code: 'no_price', symbol: assetSymbol(inputMint) } }
  }

  return {
    name: 'live',
    costs: { signatures: 1n, priority: MAX_PRIORITY_LAMPORTS, wraps: true },

    async quote({ trader = NOBODY, ...request }) {
      const built = await builds.build(request, trader as Address)
      const mints = [request.inputMint, request.outputMint]
      if (isNoQuote(built)) return inTruth(built, mints)
      const found = await pricesOf(built)
      if (isNoQuote(found)) return found
      const { outAmount, threshold } = built
      const priceImpactBps = await impactOf(built, found)
      return { ...request, outAmount, minOutAmount: threshold, priceImpactBps, ...found }
    },

    async friction(pair) {
      const found = await friction(pair)
      return isNoQuote(found) ? inTruth(found, [pair.inputMint, pair.outputMint]) : found
    },

    prepare,

    failureIn(logs) {
      const why = failureIn(logs)
      return why === null ? null : { code: 'swap_fails', why }
    },

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
