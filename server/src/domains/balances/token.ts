/** One token in many wallets: the amounts in their associated accounts. */
import { toJsonAmount } from '@purser/contract/money.ts'
import type { Address } from '@solana/kit'
import { associatedAccount } from '../../kernel/solana/associated-account.ts'
import type { TokenReads } from '../../ports/chain.ts'
import type { MintInfo } from '../../ports/chain-data.ts'

export type TokenOfWallet = { walletAddress: string; balance: number | string; decimals: number }

/** In order. Throws chain_away. */
export async function readToken(
  chain: Pick<TokenReads, 'tokenAmounts'>,
  token: MintInfo,
  wallets: { address: Address }[],
): Promise<TokenOfWallet[]> {
  const { mint, decimals } = token
  const accounts = await Promise.all(wallets.map(({ address }) => associatedAccount(address, token)))
  const found = await chain.tokenAmounts(accounts)
  return wallets.map(({ address }, i) => {
    const held = found[i]
    // The program allows an account to be given away: its address still follows from the wallet.
    const units = held && held.owner === address && held.mint === mint ? held.amount : 0n
    return { walletAddress: address, balance: toJsonAmount(units, decimals), decimals }
  })
}
