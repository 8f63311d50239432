/**
 * Counts the holders of a token that was created here on the chain: seldom, few at a time, and only if an endpoint does
 * it.
 */
import { TOKEN_2022_PROGRAM_ADDRESS } from '@solana-program/token-2022'
import type { Address } from '@solana/kit'
import pLimit from 'p-limit'
import { createLoadingCache } from '../../kernel/cache.ts'
import type { Clock } from '../../kernel/clock.ts'
import { isFault } from '../../kernel/fault.ts'
import { settledWithin } from '../../kernel/concurrency/with-timeout.ts'
import type { TokenReads } from '../../ports/chain.ts'

const FRESH_MS = 60_000
/** How long an answer waits for counts. */
const WAIT_MS = 3_000
const MAX_CONCURRENT_COUNTS = 2
const MOST_MINTS = 1_000

export type Holders = ReturnType<typeof createHolders>

export function createHolders({ chain, clock }: { chain: Pick<TokenReads, 'holders'>; clock: Clock }) {
  const limit = pLimit(MAX_CONCURRENT_COUNTS)
  const count = createLoadingCache({
    clock,
    max: MOST_MINTS,
    ttlMs: FRESH_MS,
    load: (mint: Address) =>
      limit(() =>
        chain.holders({ mint, program: TOKEN_2022_PROGRAM_ADDRESS }).catch((error: unknown) => {
          if (!isFault(error)) throw error
          return null
        }),
      ),
  })

  return {
    /** null: no endpoint counts them, or not in time: the count is then known later. The same answer for a minute. */
    async of(mint: Address): Promise<number | null> {
      let counted: number | null = null
      await settledWithin(
        clock,
        WAIT_MS,
        count(mint).then((n) => (counted = n)),
      )
      return counted
    },
  }
}
