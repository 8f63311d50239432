/** What a swap costs beside what it swaps, by the market that executes it. */
import { LAMPORTS_PER_SIGNATURE } from '@purser/contract/limits.ts'
import { SOL_MINT } from '@purser/contract/tokens.ts'
import type { Balances } from '../../ports/chain.ts'
import type { Market } from '../../ports/market.ts'
import type { SwapCosts } from '../../ports/swap.ts'

/** The trader's and the market's. */
const TWO_SIGNATURES: SwapCosts = { signatures: 2n, priority: 0n, wraps: false }
/** Of an account of the token program. */
const WRAPPED_BYTES = 165

export const swapCosts = (market: Pick<Market, 'costs'>) => {
  const { signatures, priority, wraps } = market.costs ?? TWO_SIGNATURES
  return {
    /** The most that a swap pays for its execution, in lamports. */
    fee: signatures * LAMPORTS_PER_SIGNATURE + priority,
    /** Lamports that a swap of this pair needs while it lasts, and gives back. */
    deposit: async (chain: Pick<Balances, 'rentExempt'>, mints: readonly string[]): Promise<bigint> =>
      wraps && mints.includes(SOL_MINT) ? chain.rentExempt(WRAPPED_BYTES) : 0n,
  }
}
