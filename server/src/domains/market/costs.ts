/** The costs of a swap besides its input, on the market that executes it. */
import { LAMPORTS_PER_SIGNATURE } from '@purser/contract/limits.ts'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import type { AccountReads } from '../../ports/chain.ts'
import type { Market } from '../../ports/market.ts'
import type { SwapCosts } from '../../ports/swap.ts'

/** The trader's signature and the market's. */
const TWO_SIGNATURES: SwapCosts = { signatures: 2n, priority: 0n, wraps: false }
/** The size of an account of the token program. */
const WRAPPED_BYTES = 165

const getCosts = ({ costs }: Pick<Market, 'costs'>): SwapCosts => costs ?? TWO_SIGNATURES

/** The most that a swap pays for its execution, in lamports. */
const fee = (market: Pick<Market, 'costs'>): bigint =>
  getCosts(market).signatures * LAMPORTS_PER_SIGNATURE + getCosts(market).priority

/** Lamports that a swap of this pair needs while it lasts, and returns. */
async function deposit(
  market: Pick<Market, 'costs'>,
  chain: Pick<AccountReads, 'rentExempt'>,
  mints: readonly string[],
): Promise<bigint> {
  const wraps = getCosts(market).wraps && mints.includes(SOL_MINT)
  return wraps ? chain.rentExempt(WRAPPED_BYTES) : 0n
}

export const swapCosts = { fee, deposit }
