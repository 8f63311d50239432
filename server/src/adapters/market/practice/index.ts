/**
 * Practice: the local network at mainnet's prices. Quotes, prices, candles and price impacts are the live market's; a swap
 * settles on the local network in one transaction against the market maker's wallet, at the amount that the live market
 * quotes when it is signed. Funds are test funds, and no trade moves a price.
 */
import { SOL_DECIMALS } from '@purser/contract/money.ts'
import { assetSymbol } from '@purser/contract/tokens/tokens.ts'
import type { Address, TransactionSigner } from '@solana/kit'
import type { Clock } from '../../../kernel/clock.ts'
import type { Chain } from '../../../ports/chain.ts'
import type { Market, NoQuote } from '../../../ports/market.ts'
import type { TokenSearch } from '../../../ports/token-search.ts'
import { isSol } from '../maker/legs.ts'
import { createMakerSwaps, type TradedMint } from '../maker/swaps.ts'
import { createMirror, type MirrorMint } from './mirror.ts'

export type PracticeMarketParts = {
  chain: Chain
  clock: Clock
  /** The signer of the market maker's wallet. */
  maker: () => Promise<TransactionSigner>
  /** Mainnet's market, which reads mints from this chain. It never prepares a transaction here. */
  live: (chain: Chain) => Market
  tokens: Pick<TokenSearch, 'facts'>
  mirrorMint: MirrorMint | null
}

const isNoQuote = (answer: object): answer is NoQuote => 'unavailable' in answer
const notTraded = (mint: string): NoQuote => ({
  unavailable: { code: 'not_traded', mint, symbol: assetSymbol(mint) },
})

export function createPracticeMarket(parts: PracticeMarketParts): Market {
  const { chain, clock } = parts
  const { onChain, ...mirror } = createMirror(parts)
  const live = parts.live({ ...chain, mintInfo: mirror.mintInfo })
  // Test funds of every mint are available: its authority is the local network's own.
  const swaps = createMakerSwaps({ chain, clock, maker: parts.maker, fills: true, refills: () => true })

  /** null: it was not created here. */
  async function here(mint: string): Promise<TradedMint | null> {
    if (isSol(mint)) return { mint, info: null, decimals: SOL_DECIMALS }
    const info = await onChain(mint)
    return info && { mint, info, decimals: info.decimals }
  }

  const quote: Market['quote'] = async ({ inputMint, outputMint, inAmount, slippageBps }) => {
    if (inputMint === outputMint)
      return { unavailable: { code: 'same_mint', symbol: assetSymbol(inputMint) } }
    for (const mint of [inputMint, outputMint])
      if (!isSol(mint) && (await mirror.mintInfo(mint)) === null) return notTraded(mint)
    // Without a wallet of this network: mainnet does not know it, and must not learn of it.
    return live.quote({ inputMint, outputMint, inAmount, slippageBps })
  }

  return {
    name: 'practice',
    mirror,
    quote,
    friction: live.friction,

    async prepare(quoted, trader: Address) {
      const { inputMint, outputMint, inAmount } = quoted
      const [input, output] = await Promise.all([here(inputMint), here(outputMint)])
      if (input === null) return notTraded(inputMint)
      if (output === null) return notTraded(outputMint)
      const available = await swaps.available(output, quoted.outAmount)
      // Filling it may have taken a while: only the newest answer counts.
      const now = await quote(quoted)
      if (isNoQuote(now)) return now
      const { outAmount } = now
      if (outAmount < quoted.minOutAmount) return { moved: true, outAmount }
      return swaps.prepare({ input, output, inAmount, outAmount }, trader, available)
    },

    /** Prices come from mainnet: nothing that happens here moves them. */
    settled: async () => () => undefined,
    unsettled: async () => undefined,
    priceUsd: live.priceUsd,
    candles: live.candles,
    ...(live.known ? { known: live.known } : {}),
    healthy: live.healthy,
  }
}
