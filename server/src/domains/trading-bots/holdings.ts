/** Reads what wallets hold: free of what is under way, a hundred a call. */
import type { Address } from '@solana/kit'
import { associatedAccount } from '../../kernel/associated-account.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Balances } from '../../ports/chain.ts'
import type { TokenMint } from '../../ports/chain-data.ts'
import type { Transfers } from '../transfers/index.ts'
import type { Holdings, Rents } from './means.ts'
import type { Pair } from './token.ts'

type Parts = { chain: Pick<Balances, 'rentExempt'>; transfers: Transfers; clock: Pick<Clock, 'monotonic'> }
export type ReadHoldings = ReturnType<typeof createHoldings>

const RENT_FRESH_MS = 10 * 60_000

export function createHoldings({ chain, transfers, clock }: Parts) {
  const rents = new Map<number, { at: number; lamports: bigint }>()

  async function rentOf(bytes: number): Promise<bigint> {
    const known = rents.get(bytes)
    if (known && clock.monotonic() - known.at < RENT_FRESH_MS) return known.lamports
    const lamports = await chain.rentExempt(bytes)
    rents.set(bytes, { at: clock.monotonic(), lamports })
    return lamports
  }

  async function tokens(mint: TokenMint, addresses: Address[]) {
    const holders = await Promise.all(
      addresses.map(async (address) => ({ address, account: await associatedAccount(address, mint) })),
    )
    return transfers.freeTokens(mint.mint, holders)
  }

  /** In order. Throws chain_away. */
  return async ({ token, usdc }: Pair, addresses: Address[]): Promise<{ held: Holdings[]; rents: Rents }> => {
    const sol = await transfers.free(addresses)
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
        wallet: await rentOf(0),
        token: await rentOf(token.accountBytes),
        usdc: usdc ? await rentOf(usdc.accountBytes) : 0n,
      },
    }
  }
}
