/**
 * Practice: the local network at mainnet's prices. Quotes, prices, candles and price impacts are the live market's; a swap
 * settles on the local network in one transaction against the market maker's wallet, at the amount that the live market
 * quotes when it is signed. Funds are test funds, and no trade moves a price.
 */
import { formatUnits, SOL_DECIMALS } from '@purser/contract/money.ts'
import { assetSymbol } from '@purser/contract/tokens.ts'
import type { Address, TransactionSigner } from '@solana/kit'
import type { Clock } from '../../../kernel/clock.ts'
import type { Chain } from '../../../ports/chain.ts'
import type { Market, NoQuote, Quote, QuoteRequest } from '../../../ports/market.ts'
import type { TokenSearch } from '../../../ports/token-search.ts'
import { quoteOf } from '../live/quote-of.ts'
import type { Builds, KeptCandles, Prices, Service } from '../live/types.ts'
import { isSol } from '../maker/legs.ts'
import { createMakerSwaps, type TradedMint } from '../maker/swaps.ts'
import { createMirror, type MirrorMint } from './mirror.ts'

export type PracticeMarketParts = {
  chain: Chain
  clock: Clock
  /** The signer of the market maker's wallet. */
  maker: () => Promise<TransactionSigner>
  builds: Builds
  prices: Prices
  candles: KeptCandles
  service: Pick<Service, 'health'>
  tokens: TokenSearch
  /** By probes of the live market. */
  friction: Market['friction']
  mirrorMint: MirrorMint | null
}

type Pair = Pick<QuoteRequest, 'inputMint' | 'outputMint'>
type Traded = { mint: string; decimals: number }

const isNoQuote = (answer: object): answer is NoQuote => 'unavailable' in answer
const notTraded = (mint: string): NoQuote => ({
  unavailable: { code: 'not_traded', mint, symbol: assetSymbol(mint) },
})

export function createPracticeMarket(parts: PracticeMarketParts): Market {
  const { chain, clock, builds, prices } = parts
  const { onChain, ...mirror } = createMirror(parts)
  // Test funds of every mint can be had: its authority is the local network's own.
  const swaps = createMakerSwaps({ chain, clock, maker: parts.maker, fills: true, refills: () => true })

  async function sideOf(mint: string): Promise<Traded | NoQuote> {
    if (isSol(mint)) return { mint, decimals: SOL_DECIMALS }
    const info = await mirror.mintInfo(mint)
    return info ? { mint, decimals: info.decimals } : notTraded(mint)
  }

  /** null: it was not created here. */
  async function stockedOf(mint: string): Promise<TradedMint | null> {
    if (isSol(mint)) return { mint, info: null, decimals: SOL_DECIMALS }
    const info = await onChain(mint)
    return info && { mint, info, decimals: info.decimals }
  }

  async function sidesOf({
    inputMint,
    outputMint,
  }: Pair): Promise<{ input: Traded; output: Traded } | NoQuote> {
    if (inputMint === outputMint)
      return { unavailable: { code: 'same_mint', symbol: assetSymbol(inputMint) } }
    const [input, output] = await Promise.all([sideOf(inputMint), sideOf(outputMint)])
    return isNoQuote(input) ? input : isNoQuote(output) ? output : { input, output }
  }

  const tooSmall = ({ input, output }: { input: Traded; output: Traded }, amount: bigint): NoQuote => ({
    unavailable: {
      code: 'amount_too_small',
      amount: formatUnits(amount, input.decimals),
      symbol: assetSymbol(input.mint),
      of: assetSymbol(output.mint),
    },
  })

  /** What the live market would give for it now. Nobody trades there: the maker's address stands for every trader's. */
  async function built(request: QuoteRequest, sides: { input: Traded; output: Traded }) {
    if (request.inAmount <= 0n) return tooSmall(sides, request.inAmount)
    const answer = await builds.build(request, (await parts.maker()).address)
    return !isNoQuote(answer) && answer.outAmount <= 0n ? tooSmall(sides, request.inAmount) : answer
  }

  return {
    name: 'practice',
    friction: parts.friction,
    mirror,

    async quote(request): Promise<Quote | NoQuote> {
      const sides = await sidesOf(request)
      if (isNoQuote(sides)) return sides
      const { inputMint, outputMint, inAmount, slippageBps } = request
      const answer = await built({ inputMint, outputMint, inAmount, slippageBps }, sides)
      if (isNoQuote(answer)) return answer
      const [inPrice, outPrice] = await Promise.all([prices.priceUsd(inputMint), prices.priceUsd(outputMint)])
      const priced = {
        input: { price: inPrice, decimals: sides.input.decimals },
        output: { price: outPrice, decimals: sides.output.decimals },
      }
      return (
        quoteOf({ inputMint, outputMint, inAmount, slippageBps }, answer, priced) ?? notTraded(outputMint)
      )
    },

    async prepare(quoted, trader: Address) {
      const { inputMint, outputMint, inAmount, slippageBps } = quoted
      const [input, output] = await Promise.all([stockedOf(inputMint), stockedOf(outputMint)])
      if (input === null) return notTraded(inputMint)
      if (output === null) return notTraded(outputMint)
      const available = await swaps.available(output, quoted.outAmount)
      // Filling it may have taken a while: only the newest answer counts.
      const answer = await built({ inputMint, outputMint, inAmount, slippageBps }, { input, output })
      if (isNoQuote(answer)) return answer
      const { outAmount } = answer
      if (outAmount < quoted.minOutAmount) return { moved: true, outAmount }
      return swaps.prepare({ input, output, inAmount, outAmount }, trader, available)
    },

    /** The prices are the world's: nothing that happens here moves them. */
    settled: async () => () => undefined,
    unsettled: async () => undefined,
    priceUsd: prices.priceUsd,
    candles: parts.candles.candles,
    healthy: async () => parts.service.health()?.outage == null && (await chain.healthy()),
  }
}
