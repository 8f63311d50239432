/** A live market as a test says it is: prices, an impact, and whether it answers. */
import { SOL_DECIMALS } from '@purser/contract/money.ts'
import { KNOWN_TOKENS, SOL_MINT } from '@purser/contract/tokens.ts'
import type { LiveParts } from '../app/live-parts.ts'
import { Fault } from '../kernel/fault.ts'
import type { Candle, CandleRequest } from '../ports/candles.ts'
import type { PriceUsd } from '../ports/market.ts'
import { tokenService, type TokenService } from './token-service.ts'

export type LiveMarket = Omit<LiveParts, 'tokens'> & {
  tokens: TokenService
  /** USD per whole token in 1e-12 USD; what is not in it has no price and no route. */
  usd: Map<string, PriceUsd>
  /** Of every swap. */
  impactBps: bigint
  state: 'answers' | 'away'
  /** Who asked for which swap, as "in > out amount taker". */
  builds: LiveParts['builds'] & { asked: string[] }
}

export function liveMarket(): LiveMarket {
  const away = () => {
    if (market.state === 'away') throw new Fault('market_away')
  }
  const decimalsOf = async (mint: string): Promise<number> => {
    if (mint === SOL_MINT) return SOL_DECIMALS
    const known = KNOWN_TOKENS.find((one) => one.mint === mint)
    return known?.decimals ?? (await market.tokens.facts([mint]))?.get(mint)?.decimals ?? 0
  }
  const asked: string[] = []
  const flat = ({ mint, seconds, from, to }: CandleRequest): Candle[] => {
    const price = Number(market.usd.get(mint) ?? 0n) / 1e12
    const candles: Candle[] = []
    for (let time = Math.ceil(from / seconds) * seconds; time < to && price > 0; time += seconds)
      candles.push({ time, open: price, high: price, low: price, close: price, volume: 1 })
    return candles
  }
  const market: LiveMarket = {
    tokens: tokenService(),
    usd: new Map(),
    impactBps: 10n,
    state: 'answers',
    builds: {
      asked,
      async build(request, taker) {
        away()
        const { inputMint, outputMint, inAmount, slippageBps } = request
        asked.push(`${inputMint} > ${outputMint} ${inAmount} ${taker}`)
        const [from, to] = [market.usd.get(inputMint), market.usd.get(outputMint)]
        if (!from || !to)
          return { unavailable: { code: 'not_traded', mint: from ? outputMint : inputMint, symbol: '?' } }
        const [a, b] = [await decimalsOf(inputMint), await decimalsOf(outputMint)]
        const whole = (inAmount * from * 10n ** BigInt(b) * (10_000n - market.impactBps)) / to
        const outAmount = whole / 10n ** BigInt(a) / 10_000n
        const threshold = (outAmount * (10_000n - BigInt(slippageBps)) + 9_999n) / 10_000n
        const priceImpactBps = Number(market.impactBps)
        return { request, taker, outAmount, threshold, priceImpactBps, at: 0, answer: null }
      },
    },
    prices: {
      async priceUsd(mint) {
        away()
        return market.usd.get(mint) ?? null
      },
    },
    candles: {
      async candles(request) {
        away()
        return flat(request)
      },
      async known(request) {
        away()
        const { from, to } = request
        return { candles: flat(request), from, to, begins: false, missing: null, asOf: null }
      },
    },
    service: {
      health: () => (market.state === 'away' ? { outage: 'network', sinceMs: 0, callsLeft: 0 } : null),
    },
    friction: async () => ({ feeBps: 0, depthUsd: 1_000_000 }),
  }
  return market
}
