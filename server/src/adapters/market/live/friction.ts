/** Trading costs of a pair, measured by quotes for two swaps of different size; cached for a while. */
import { SOL_DECIMALS } from '@purser/contract/money.ts'
import { assetSymbol, SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import type { Address } from '@solana/kit'
import { createCache } from '../../../kernel/cache.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { type Friction, type NoQuote, PRICE_SCALE, type PriceUsd } from '../../../ports/market.ts'
import { isNoQuote } from './jupiter/build.ts'
import type { Builds } from './types.ts'

/** Belongs to nobody: quotes need a taker. It is the address of the system's burn account. */
export const NOBODY = '1nc1nerator11111111111111111111111111111111' as Address
const FRESH_MS = 600_000
const MOST_PAIRS = 1_000
const SMALL_USD = 10n
const LARGE_USD = [1_000n, 100n]
const SLIPPAGE_BPS = 100
const BPS = 10_000
/** The depth of a pair whose price does not move at the larger size. */
const DEEPEST_USD = 1e12
const MOST_FEE_BPS = 300

type Pair = { inputMint: string; outputMint: string }
export type FrictionParts = {
  builds: Builds
  clock: Pick<Clock, 'monotonic'>
  /** null: no price. */
  priceUsd(mint: string): Promise<PriceUsd | null>
  /** null: no mint. */
  readDecimals(mint: string): Promise<number | null>
}

export const lamportsDecimals = (mint: string): number | null => (mint === SOL_MINT ? SOL_DECIMALS : null)

/**
 * The loss of an order is a fee and a part that grows with its value: two points determine that line. Throws
 * market_away.
 */
export function createFriction({ builds, clock, priceUsd, readDecimals }: FrictionParts) {
  const cache = createCache<string, Promise<Friction | NoQuote>>({ clock, max: MOST_PAIRS, ttlMs: FRESH_MS })

  async function measure(pair: Pair): Promise<Friction | NoQuote> {
    const [inPrice, outPrice] = [await priceUsd(pair.inputMint), await priceUsd(pair.outputMint)]
    const decimals = await readDecimals(pair.inputMint)
    const outDecimals = await readDecimals(pair.outputMint)
    // Without a price the size of a probe is unknown; the cost of a plain one is not known either.
    if (!inPrice || decimals === null || outDecimals === null)
      return { unavailable: { code: 'no_price', symbol: assetSymbol(pair.inputMint) } }
    /** The share of the value that remains, in units of its own: only ratios of it matter. */
    const probe = async (usd: bigint): Promise<{ rate: number; value: number } | NoQuote> => {
      const inAmount = (usd * PRICE_SCALE * 10n ** BigInt(decimals)) / inPrice
      const request = { ...pair, inAmount: inAmount > 0n ? inAmount : 1n, slippageBps: SLIPPAGE_BPS }
      const built = await builds.build(request, NOBODY, { lane: 'price' })
      if (isNoQuote(built)) return built
      const value = Number(request.inAmount * inPrice) / Number(PRICE_SCALE) / 10 ** decimals
      return { rate: Number(built.outAmount) / Number(request.inAmount), value }
    }
    const small = await probe(SMALL_USD)
    if (isNoQuote(small)) return small
    let large = small
    for (const usd of LARGE_USD) {
      const found = await probe(usd)
      if (isNoQuote(found)) continue
      large = found
      break
    }
    const lost = 1 - large.rate / small.rate
    const depthUsd = lost > 0 ? Math.min((large.value - small.value) / lost, DEEPEST_USD) : DEEPEST_USD
    // At the price of a tiny order only the fee is lost; prices of different times make it a rough measure.
    const fair = outPrice ? (Number(inPrice) / Number(outPrice)) * 10 ** (outDecimals - decimals) : small.rate
    const fee = (1 - small.rate / fair) * BPS
    return { feeBps: Math.min(Math.max(Math.round(fee), 0), MOST_FEE_BPS), depthUsd }
  }

  return async (pair: Pair): Promise<Friction | NoQuote> => {
    const key = `${pair.inputMint} ${pair.outputMint}`
    const known = cache.get(key)
    if (known) return known
    const friction = cache.set(key, measure(pair))
    const drop = () => cache.delete(key, friction)
    friction.then((found) => isNoQuote(found) && drop(), drop)
    return friction
  }
}
