/** Reads the free holdings of wallets, without funds in flight, a hundred a call. */
import type { Address } from '@solana/kit'
import { associatedAccount } from '../../kernel/solana/associated-account.ts'
import type { AccountReads } from '../../ports/chain.ts'
import type { TokenMint } from '../../ports/chain-data.ts'
import type { Transfers } from '../transfers/index.ts'
import type { Holdings, Rents } from './turns/trading-capacity.ts'
import type { Pair } from './token.ts'

type Parts = { chain: Pick<AccountReads, 'rentExempt'>; transfers: Transfers }
export type ReadHoldings = ReturnType<typeof createHoldings>

export function createHoldings({ chain, transfers }: Parts) {
  async function tokens(mint: TokenMint, addresses: Address[]) {
    const holders = await Promise.all(
      addresses.map(async (address) => ({ address, account: await associatedAccount(address, mint) })),
    )
    return transfers.funds.freeTokens(mint.mint, holders)
  }

  /** In order. Throws chain_away. */
  return async ({ token, usdc }: Pair, addresses: Address[]): Promise<{ held: Holdings[]; rents: Rents }> => {
    const sol = await transfers.funds.free(addresses)
    const held = await tokens(token, addresses)
    const dollars = usdc ? await tokens(usdc, addresses) : []
    return {
      held: addresses.map((_, i) => ({
        sol: sol[i] ?? 0n,
        token: held[i]?.free ?? 0n,
        usdc: dollars[i]?.free ?? 0n,
        opensToken: !held[i]?.account,
        opensUsdc: usdc !== null && !dollars[i]?.account,
      })),
      rents: {
        wallet: await chain.rentExempt(0),
        token: await chain.rentExempt(token.accountBytes),
        usdc: usdc ? await chain.rentExempt(usdc.accountBytes) : 0n,
      },
    }
  }
}
