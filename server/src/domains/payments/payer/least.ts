/** The least that can be sent to a wallet. Strangers ask for it, so what the chain said is kept for a while. */
import type { Address } from '@solana/kit'
import type { Clock } from '../../../kernel/clock.ts'
import type { AccountReads, Balances } from '../../../ports/chain.ts'

/** An account that is there may be emptied; one that is not may be opened by the next payment. */
const THERE_MS = 60_000
const ABSENT_MS = 4_000
/** Wallets that are kept; beyond that the one that was asked for first is forgotten. */
const MOST_WALLETS = 10_000

type Kept = { least: Promise<bigint | null>; until: number }

/** Lamports; null: any amount, or nobody can tell just now. Callers at the same time share one answer of the chain. */
export function createLeast({
  chain,
  clock,
}: {
  chain: Pick<Balances, 'lamports'> & Pick<AccountReads, 'rentExempt'>
  clock: Pick<Clock, 'monotonic'>
}): (wallet: Address) => Promise<bigint | null> {
  const kept = new Map<Address, Kept>()

  async function read(wallet: Address, mine: Kept): Promise<bigint | null> {
    let keptMs = ABSENT_MS
    try {
      const [there] = await chain.lamports([wallet])
      if (there === null) return await chain.rentExempt(0)
      keptMs = THERE_MS
    } catch {
      // Any amount is shown; the network refuses what is too little.
    } finally {
      mine.until = clock.monotonic() + keptMs
    }
    return null
  }

  return (wallet) => {
    const known = kept.get(wallet)
    if (known && clock.monotonic() < known.until) return known.least
    const mine: Kept = { least: Promise.resolve(null), until: Number.POSITIVE_INFINITY }
    mine.least = read(wallet, mine)
    kept.delete(wallet)
    kept.set(wallet, mine)
    const [oldest] = kept.keys()
    if (kept.size > MOST_WALLETS && oldest !== undefined) kept.delete(oldest)
    return mine.least
  }
}
