/** What the wallets of a user hold, as the chain says at confirmed commitment. */
import type { WalletBalance } from '@purser/contract/balances.ts'
import { SOL_DECIMALS, toJsonAmount } from '@purser/contract/money.ts'
import { SOL_MINT, symbolOf } from '@purser/contract/tokens.ts'
import type { Chain } from '../../ports/chain.ts'
import type { Wallets } from '../wallets/index.ts'

export type Balances = ReturnType<typeof createBalances>

export function createBalances({ chain, wallets }: { chain: Chain; wallets: Wallets }) {
  return {
    async of(userId: number, address: string): Promise<WalletBalance> {
      await wallets.owned(userId, [address])
      const [{ lamports }, { tokens }] = await Promise.all([chain.balance(address), chain.holdings(address)])
      return {
        solBalance: toJsonAmount(lamports, SOL_DECIMALS),
        tokens: tokens
          .filter((t) => t.mint !== SOL_MINT && t.amount > 0n)
          .map((t) => ({
            mint: t.mint,
            symbol: symbolOf(t.mint),
            balance: toJsonAmount(t.amount, t.decimals),
            decimals: t.decimals,
          })),
      }
    },
  }
}
