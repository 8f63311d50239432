/** What the wallets of a user hold, as the chain says at confirmed commitment. */
import type { WalletBalance } from '@purser/contract/balances.ts'
import { SOL_DECIMALS, toJsonAmount } from '@purser/contract/money.ts'
import { SOL_MINT, symbolOf } from '@purser/contract/tokens.ts'
import type { Chain } from '../../ports/chain.ts'
import type { Wallets } from '../wallets/index.ts'

export type Balances = ReturnType<typeof createBalances>

export function createBalances({ chain, wallets }: { chain: Chain; wallets: Wallets }) {
  return {
    /** In base units; tokens that are there in some amount, native SOL's mint left out. */
    async units(userId: number, address: string) {
      await wallets.owned(userId, [address])
      const [{ lamports }, { tokens }] = await Promise.all([chain.balance(address), chain.holdings(address)])
      return { lamports, tokens: tokens.filter((t) => t.mint !== SOL_MINT && t.amount > 0n) }
    },

    async of(userId: number, address: string): Promise<WalletBalance> {
      const { lamports, tokens } = await this.units(userId, address)
      return {
        solBalance: toJsonAmount(lamports, SOL_DECIMALS),
        tokens: tokens.map((t) => ({
          mint: t.mint,
          symbol: symbolOf(t.mint),
          balance: toJsonAmount(t.amount, t.decimals),
          decimals: t.decimals,
        })),
      }
    },
  }
}
