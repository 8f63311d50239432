/** The market maker's stock of each mint. If test funds are available it is refilled before it runs short. */
import type { Address, Signature } from '@solana/kit'
import { LAMPORTS_PER_SOL } from '@purser/contract/money.ts'
import { SOL_MINT } from '@purser/contract/tokens.ts'
import { createCache } from '../../../kernel/cache.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { isFault } from '../../../kernel/fault.ts'
import type { Chain } from '../../../ports/chain.ts'
import type { MintInfo } from '../../../ports/chain-data.ts'
import { isSol, tokenAccount } from './legs.ts'

/** Concurrent swaps of one size that the stock must cover, and how many it is refilled for. */
const CONCURRENT_SWAPS = 20n
const REFILL_SWAPS = 200n
/** Below this it is refilled in the background, so that no swap waits for it. */
const EARLY_SWAPS = 100n
/** More than any swap takes, and little enough for a mint's supply to allow it often. */
const MOST_TOKENS = 10n ** 17n
/** For the rent of the maker's own token accounts. */
const RESERVE_LAMPORTS = LAMPORTS_PER_SOL
const MOST_AIRDROP = 1_000_000n * LAMPORTS_PER_SOL
const TIMEOUT_MS = 20_000
const POLL_MS = 150
/** The most age of a quote's reading of a stock that runs short; a swap reads it anew. */
const SHORT_MS = 1_000
/**
 * An ample stock is read again after this, in the background; a stock that is several times as large after several
 * times as long, since others take no more of it in a second.
 */
const AMPLE_MS = 10_000
const MOST_TIMES = 6n
/** One that is evicted is read again. */
const MOST_MINTS = 10_000

/** `info`: null for native SOL. */
export type Stocked = { mint: string; info: MintInfo | null }
/** The chain's amount at `at`, less what was promised since. */
type Known = { at: number; left: bigint }

export function createStock(parts: {
  chain: Chain
  clock: Clock
  maker: () => Promise<{ address: Address }>
  fills: boolean
  refills: (mint: string) => boolean
}) {
  const { chain, clock, fills } = parts
  const filling = new Map<string, Promise<void>>()
  const known = createCache<string, Known>({ max: MOST_MINTS })
  const reading = new Map<string, Promise<bigint>>()
  const isRefilled = (mint: string) => fills && (isSol(mint) || parts.refills(mint))
  const SOL: Stocked = { mint: SOL_MINT, info: null }

  /** Swaps are paid from the associated account. */
  async function readBalance({ mint, info }: Stocked): Promise<bigint> {
    const { address } = await parts.maker()
    const account = info ? await tokenAccount(address, info) : address
    const at = clock.monotonic()
    // Joins the other requests of this turn.
    const [found] = await chain.accounts([account], { maxAgeMs: 0 })
    const left = (info ? found?.token?.amount : found?.lamports) ?? 0n
    known.set(mint, { at, left })
    return left
  }

  /** One call for all simultaneous callers. */
  function refresh(of: Stocked): Promise<bigint> {
    const under = reading.get(of.mint) ?? readBalance(of).finally(() => reading.delete(of.mint))
    reading.set(of.mint, under)
    return under
  }

  /** The known stock if it is at least `least`, else null. */
  function ample(of: Stocked, least: bigint): bigint | null {
    const found = known.get(of.mint)
    if (!found || found.left < least) return null
    const age = clock.monotonic() - found.at
    const times = least > 0n ? found.left / least : 1n
    const ampleMs = AMPLE_MS * Number(times < MOST_TIMES ? times : MOST_TIMES)
    if (age > ampleMs) refresh(of).catch(() => undefined)
    return age > 2 * ampleMs ? null : found.left
  }

  async function isConfirmed(signature: Signature): Promise<boolean> {
    const [state] = await chain.statuses([signature])
    return state !== undefined && state !== null && state.commitment !== 'processed'
  }

  async function fill(of: Stocked, amount: bigint): Promise<void> {
    const { mint } = of
    const { address } = await parts.maker()
    let signature: Signature
    try {
      signature = isSol(mint)
        ? await chain.airdrop(address, amount < MOST_AIRDROP ? amount : MOST_AIRDROP)
        : await chain.tokenAirdrop(address, mint as Address, amount)
    } catch (error) {
      // This network cannot mint this token: the present stock is all there is.
      if (isFault(error, 'chain_refused')) return
      throw error
    }
    // The amount alone proves nothing: a swap that sells this token raises it too.
    const deadline = clock.monotonic() + TIMEOUT_MS
    while (!(await isConfirmed(signature)) && clock.monotonic() <= deadline) await clock.sleep(POLL_MS)
    await readBalance(of)
  }

  /** Below `early` it is refilled up to `full`, once for all concurrent callers; below `least` they wait for that. */
  async function ensure(
    of: Stocked,
    { least, early, full }: Record<'least' | 'early' | 'full', bigint>,
  ): Promise<bigint> {
    const now = ample(of, least) ?? (await readBalance(of))
    if (now >= early || !fills) return now
    const { mint } = of
    const under = filling.get(mint) ?? fill(of, full - now).finally(() => filling.delete(mint))
    filling.set(mint, under)
    // The next swap tries again.
    if (now >= least) under.catch(() => undefined)
    else await under
    return now >= least ? now : readBalance(of)
  }

  return {
    /** The stock of a mint that cannot be refilled, for a swap of this amount; null if it can. */
    async finite(of: Stocked, amount: bigint): Promise<bigint | null> {
      if (isRefilled(of.mint)) return null
      const reserve = isSol(of.mint) ? RESERVE_LAMPORTS : 0n
      const found = known.get(of.mint)
      const isFresh = found !== undefined && clock.monotonic() - found.at < SHORT_MS
      const stock =
        (ample(of, amount * CONCURRENT_SWAPS + reserve) ?? (isFresh ? found.left : await refresh(of))) -
        reserve
      return stock > 0n ? stock : 0n
    },

    /** The stock of this mint, refilled first if that is possible and needed. */
    async for(of: Stocked, amount: bigint): Promise<bigint> {
      const isOfSol = isSol(of.mint)
      const sol = await ensure(SOL, { least: RESERVE_LAMPORTS, early: RESERVE_LAMPORTS, full: MOST_AIRDROP })
      if (isOfSol && sol >= amount * CONCURRENT_SWAPS + RESERVE_LAMPORTS) return sol - RESERVE_LAMPORTS
      const capped = (n: bigint) => (n < MOST_TOKENS ? n : MOST_TOKENS)
      const reserve = isOfSol ? RESERVE_LAMPORTS : 0n
      const swaps = (count: bigint) => capped(amount * count) + reserve
      const [least, early, full] = [swaps(CONCURRENT_SWAPS), swaps(EARLY_SWAPS), swaps(REFILL_SWAPS)]
      const stock = (await ensure(of, { least, early, full })) - reserve
      return stock > 0n ? stock : 0n
    },

    /** Notes a prepared swap that takes this much of it. */
    promise(mint: string, amount: bigint): void {
      const found = known.get(mint)
      if (found) found.left -= amount
    },
  }
}
