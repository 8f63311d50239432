/** The token that a bot trades: it must exist, be movable, and be quoted by the market for the currency. */
import { SOL_MINT, USDC_MINT, WRAPPED_SOL_MINTS } from '@purser/contract/tokens/tokens.ts'
import { type Address, isAddress } from '@solana/kit'
import { createCache } from '../../kernel/cache.ts'
import { Fault, invalid } from '../../kernel/fault.ts'
import type { TokenReads } from '../../ports/chain.ts'
import type { TokenMint } from '../../ports/chain-data.ts'
import type { Market, NoQuote } from '../../ports/market.ts'
import { getMint } from './parameters.ts'
import type { Currency } from './rows.ts'

type Parts = { chain: Pick<TokenReads, 'tokenMint'>; market: Pick<Market, 'friction'> }

const isNoQuote = (answer: object): answer is NoQuote => 'unavailable' in answer

/** Throws invalid_input, unknown_mint, token_not_movable, no_liquidity and chain_away. */
export async function requireTradable(
  { chain, market }: Parts,
  mint: string,
  currency: Currency,
): Promise<TokenMint> {
  if (!isAddress(mint)) throw invalid('mintAddress', 'must be a Solana address')
  if (WRAPPED_SOL_MINTS.includes(mint)) throw invalid('mintAddress', 'must be another token than SOL')
  if (currency === 'USDC' && mint === USDC_MINT)
    throw new Fault('no_liquidity', { code: 'same_mint', symbol: 'USDC' })
  const found = await chain.tokenMint(mint)
  if (!found) throw new Fault('unknown_mint', { mint })
  const [obstacle] = found.obstacles
  if (obstacle) throw new Fault('token_not_movable', { code: obstacle })
  const friction = await market.friction({ inputMint: getMint(currency), outputMint: mint })
  if (isNoQuote(friction)) throw new Fault('no_liquidity', friction.unavailable)
  return found
}

/** The mint of a bot's token, and of USDC if that is traded; read once. */
export type Pair = { token: TokenMint; usdc: TokenMint | null }
export type Pairs = ReturnType<typeof createPairs>

const MOST_MINTS = 1_000

export function createPairs(chain: Pick<TokenReads, 'tokenMint'>) {
  const known = createCache<string, TokenMint>({ max: MOST_MINTS })
  async function read(mint: string): Promise<TokenMint> {
    const there = known.get(mint)
    if (there) return there
    const found = await chain.tokenMint(mint as Address)
    if (!found) throw new Fault('unknown_mint', { mint })
    return known.set(mint, found)
  }
  return async (mint: string, currency: Currency): Promise<Pair> => ({
    token: await read(mint),
    usdc: currency === 'USDC' ? await read(USDC_MINT) : null,
  })
}

/** The mints that a trade on this side spends and receives. */
export const getSides = (mint: string, currency: Currency, side: 'buy' | 'sell') =>
  side === 'buy'
    ? { inputMint: getMint(currency), outputMint: mint }
    : { inputMint: mint, outputMint: currency === 'SOL' ? SOL_MINT : USDC_MINT }
