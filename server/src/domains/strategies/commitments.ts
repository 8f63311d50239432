/** The funds that strategies still want to spend, for other domains that would spend them. */
import { isFault } from '../../kernel/fault.ts'
import type { Wallets } from '../wallets/index.ts'
import type { createPortfolioSource } from './record/portfolio.ts'

type Portfolio = Pick<ReturnType<typeof createPortfolioSource>, 'committed'>

export function registerCommitments(wallets: Wallets, portfolio: Portfolio): void {
  wallets.commitments.register({
    to: 'strategies',
    async read(userId, mint) {
      const units = new Map<string, bigint>()
      try {
        for (const { left, wallets: addresses, ...plan } of await portfolio.committed(userId))
          if (plan.mint === mint)
            for (const address of addresses) units.set(address, (units.get(address) ?? 0n) + (left ?? 0n))
      } catch (error) {
        // An amount in USD has no units while the market is away. Other transfers must still be possible.
        if (!isFault(error, 'market_away')) throw error
      }
      return units
    },
  })
}
