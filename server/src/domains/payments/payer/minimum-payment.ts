/** The least that can be sent to a wallet. Strangers ask for it, so what the chain said is cached. */
import type { Address } from '@solana/kit'
import { createLoadingCache } from '../../../kernel/cache.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { AccountReads, Balances } from '../../../ports/chain.ts'

/** An account that is there may be emptied; one that is not may be opened by the next payment. */
const THERE_MS = 60_000
const ABSENT_MS = 4_000
const MOST_WALLETS = 10_000

type Minimum = { lamports: bigint | null; freshMs: number }

/** Lamports; null: any amount, or nobody can tell just now. Callers at the same time share one answer of the chain. */
export function createMinimumPayment({
  chain,
  clock,
}: {
  chain: Pick<Balances, 'lamports'> & Pick<AccountReads, 'rentExempt'>
  clock: Pick<Clock, 'monotonic'>
}): (wallet: Address) => Promise<bigint | null> {
  async function load(wallet: Address): Promise<Minimum> {
    try {
      const [there] = await chain.lamports([wallet])
      if (there !== null) return { lamports: null, freshMs: THERE_MS }
      return { lamports: await chain.rentExempt(0), freshMs: ABSENT_MS }
    } catch {
      // Any amount is shown; the network refuses what is too little.
      return { lamports: null, freshMs: ABSENT_MS }
    }
  }
  const minimum = createLoadingCache({ clock, max: MOST_WALLETS, ttlMs: ({ freshMs }) => freshMs, load })
  return async (wallet) => (await minimum(wallet)).lamports
}
