/** What the desk counts on of the funds in wallets: domains to the right register what they know. */
import { toJsonAmount } from '@purser/contract/money.ts'
import type { Promised } from '@purser/contract/promised.ts'

type Spent = { address: string; mint: string; walletName: string; decimals: number; symbol: string }
/** Base units by the address of the wallet. */
type PromiseSource = { by: Promised['by']; of(userId: number, mint: string): Promise<Map<string, bigint>> }

/** Wallets that are named in one preview. */
const NAMED = 20

export function createPromises() {
  const sources: PromiseSource[] = []
  return {
    /** Registers who counts on funds. */
    countsOn: (source: PromiseSource) => void sources.push(source),

    /** What is counted on of what these spend; left out where that is nothing. */
    async promised(userId: number, spends: Spent[]): Promise<{ promised?: Promised[] }> {
      const found: Promised[] = []
      for (const mint of new Set(spends.map((spend) => spend.mint)))
        for (const { by, of } of sources) {
          const units = await of(userId, mint)
          for (const { address, walletName: wallet, decimals, symbol, ...spend } of spends) {
            const amount = spend.mint === mint ? (units.get(address) ?? 0n) : 0n
            if (amount > 0n) found.push({ wallet, by, amount: toJsonAmount(amount, decimals), symbol })
          }
        }
      return found.length > 0 ? { promised: found.slice(0, NAMED) } : {}
    },
  }
}
