/** A live market set by a test: prices, an impact, and whether it answers. */
import { SOL_DECIMALS } from '@purser/contract/money.ts'
import { assetSymbol, KNOWN_TOKENS, SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import type { LiveParts } from '../app/live-parts.ts'
import { Fault } from '../kernel/fault.ts'
import type { Candle, Market, PriceUsd, QuoteRequest } from '../ports/market.ts'
import { tokenService, type TokenService } from './token-service.ts'

export type LiveMarket = LiveParts & {
  tokens: TokenService
  /** USD per whole token in 1e-12 USD; other mints have no price and no route. */
  usd: Map<string, PriceUsd>
  /** The price impact of every swap. */
  impactBps: bigint
  state: 'answers' | 'away'
  /** All quotes that were requested. */
  asked: QuoteRequest[]
}

export function liveMarket(): LiveMarket {
  const away = () => {
    if (told.state === 'away') throw new Fault('market_away')
  }
  const readDecimals = async (mint: string): Promise<number> => {
    if (mint === SOL_MINT) return SOL_DECIMALS
    const known = KNOWN_TOKENS.find((one) => one.mint === mint)
    return known?.decimals ?? (await told.tokens.facts([mint]))?.get(mint)?.decimals ?? 0
  }
  const market: Market = {
    name: 'live',
    async quote(request) {
      away()
      told.asked.push(request)
      const { inputMint, outputMint, inAmount, slippageBps } = request
      const [from, to] = [told.usd.get(inputMint), told.usd.get(outputMint)]
      const none = from ? outputMint : inputMint
      if (!from || !to) return { unavailable: { code: 'not_traded', mint: none, symbol: assetSymbol(none) } }
      const [a, b] = [await readDecimals(inputMint), await readDecimals(outputMint)]
      const whole = (inAmount * from * 10n ** BigInt(b) * (10_000n - told.impactBps)) / to
      const outAmount = whole / 10n ** BigInt(a) / 10_000n
      return {
        ...request,
        outAmount,
        minOutAmount: (outAmount * (10_000n - BigInt(slippageBps)) + 9_999n) / 10_000n,
        priceImpactBps: Number(told.impactBps),
        inPriceUsd: from,
        outPriceUsd: to,
      }
    },
    friction: async () => ({ feeBps: 0, depthUsd: 1_000_000 }),
    prepare: () => Promise.reject(new Error('nothing is prepared for mainnet')),
    settled: () => Promise.reject(new Error('nothing settles on mainnet')),
    unsettled: () => Promise.reject(new Error('nothing settles on mainnet')),
    async priceUsd(mint) {
      away()
      return told.usd.get(mint) ?? null
    },
    async candles({ mint, seconds, from, to }) {
      away()
      const price = Number(told.usd.get(mint) ?? 0n) / 1e12
      const candles: Candle[] = []
      for (let time = Math.ceil(from / seconds) * seconds; time < to && price > 0; time += seconds)
        candles.push({ time, open: price, high: price, low: price, close: price, volume: 1 })
      return candles
    },
    healthy: async () => told.state === 'answers',
  }
  const told: LiveMarket = {
    market: () => market,
    tokens: tokenService(),
    usd: new Map(),
    impactBps: 10n,
    state: 'answers',
    asked: [],
  }
  return told
}
