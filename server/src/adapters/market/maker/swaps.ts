/** Swaps against the market maker's wallet: both legs in one transaction, at the amounts that a market has decided. */
import { formatUnits } from '@purser/contract/money.ts'
import { assetSymbol } from '@purser/contract/tokens/tokens.ts'
import type { Address, TransactionSigner } from '@solana/kit'
import type { Clock } from '../../../kernel/clock.ts'
import type { Chain } from '../../../ports/chain.ts'
import type { TokenHolding } from '../../../ports/chain-data.ts'
import type { NoQuote, PreparedSwap } from '../../../ports/market.ts'
import { inputLeg, outputLeg } from './legs.ts'
import { createStock, type Stocked } from './stock.ts'

export type MakerParts = {
  chain: Chain
  clock: Clock
  /** The signer of the market maker's wallet. */
  maker: () => Promise<TransactionSigner>
  /** The mints with unlimited test funds. */
  refills: (mint: string) => boolean
  /** Whether the network gives test funds at all. */
  fills: boolean
}
export type TradedMint = Stocked & { decimals: number }
export type MakerSwap = { input: TradedMint; output: TradedMint; inAmount: bigint; outAmount: bigint }

/** The most age of the reading of the trader's tokens: the reservation was checked against the same. */
const SHARED_MS = 1_000

export function createMakerSwaps(parts: MakerParts) {
  const { chain } = parts
  const stock = createStock(parts)

  const outOfStock = ({ mint, decimals }: TradedMint, has: bigint, needs: bigint): NoQuote => ({
    unavailable: {
      code: 'out_of_stock',
      has: formatUnits(has, decimals),
      needs: formatUnits(needs, decimals),
      symbol: assetSymbol(mint),
    },
  })

  /** The list of token accounts may be an earlier one: if they do not suffice it is read from the chain. */
  async function readHoldings(trader: Address, mint: Address, amount: bigint): Promise<TokenHolding[]> {
    const { tokens } = await chain.tokenHoldings(trader, mint, { maxAgeMs: SHARED_MS })
    const held = tokens.reduce((sum, one) => sum + one.amount, 0n)
    return held >= amount ? tokens : (await chain.tokenHoldings(trader, mint)).tokens
  }

  return {
    /** Why the maker could never pay this out; null if it can. */
    async neverEnough(output: TradedMint, outAmount: bigint): Promise<NoQuote | null> {
      const has = await stock.finite(output, outAmount)
      return has === null || has >= outAmount ? null : outOfStock(output, has, outAmount)
    },

    /**
     * The amount that the maker can pay out now, refilled first if that is possible and needed: that may take a while.
     */
    available: (output: TradedMint, outAmount: bigint): Promise<bigint> => stock.for(output, outAmount),

    /** `available`: the amount that was read for this swap. */
    async prepare(
      { input, output, inAmount, outAmount }: MakerSwap,
      trader: Address,
      available: bigint,
    ): Promise<PreparedSwap | NoQuote> {
      if (available < outAmount) return outOfStock(output, available, outAmount)
      stock.promise(output.mint, outAmount)
      const maker = await parts.maker()
      const tokens = input.info ? await readHoldings(trader, input.info.mint, inAmount) : []
      return {
        instructions: [
          ...(await inputLeg({ mint: input.info, amount: inAmount }, trader, maker, tokens)),
          ...(await outputLeg({ mint: output.info, amount: outAmount }, trader, maker)),
        ],
        cosigners: [maker],
        inAmount,
        outAmount,
      }
    },
  }
}
