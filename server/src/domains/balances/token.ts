/** One token in many wallets: what their associated accounts hold. */
import { toJsonAmount } from '@purser/contract/money.ts'
import { findAssociatedTokenPda } from '@solana-program/token-2022'
import type { Address } from '@solana/kit'
import type { Balances } from '../../ports/chain.ts'
import type { MintInfo } from '../../ports/chain-data.ts'

export type TokenOfWallet = { walletAddress: string; balance: number | string; decimals: number }

/** In order. Throws chain_away. */
export async function readToken(
  chain: Pick<Balances, 'tokenAmounts'>,
  { mint, program, decimals }: MintInfo,
  wallets: { address: Address }[],
): Promise<TokenOfWallet[]> {
  const accounts = await Promise.all(
    wallets.map(({ address }) => findAssociatedTokenPda({ owner: address, mint, tokenProgram: program })),
  )
  const found = await chain.tokenAmounts(accounts.map(([account]) => account))
  return wallets.map(({ address }, i) => {
    const held = found[i]
    // The program lets an account be given away: its address still follows from the wallet.
    const units = held && held.owner === address && held.mint === mint ? held.amount : 0n
    return { walletAddress: address, balance: toJsonAmount(units, decimals), decimals }
  })
}
