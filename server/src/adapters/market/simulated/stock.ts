/** The market maker's stock of each mint. On the local network it is refilled before it runs short. */
import type { Address } from '@solana/kit'
import { LAMPORTS_PER_SOL } from '@purser/contract/money.ts'
import { KNOWN_TOKENS, SOL_MINT } from '@purser/contract/tokens.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { isFault } from '../../../kernel/fault.ts'
import type { Chain } from '../../../ports/chain.ts'
import { isSol } from './legs.ts'

/** Concurrent swaps of one size that the stock must cover, and how many it is refilled for. */
const CONCURRENT_SWAPS = 20n
const REFILL_SWAPS = 200n
/** More than any swap takes, and little enough for a mint's supply to bear it often. */
const MOST_TOKENS = 10n ** 17n
/** For the rent of the maker's own token accounts. */
const RESERVE_LAMPORTS = LAMPORTS_PER_SOL
const MOST_AIRDROP = 1_000_000n * LAMPORTS_PER_SOL
const TIMEOUT_MS = 20_000
const POLL_MS = 150
/** So old may be what a quote knows of the stock; a swap reads it anew. */
const KNOWN_FOR_MS = 1_000

export function createStock(parts: {
  chain: Chain
  clock: Clock
  maker: () => Promise<{ address: Address }>
  fills: boolean
}) {
  const { chain, clock, fills } = parts
  const filling = new Map<string, Promise<void>>()
  const read = new Map<string, { at: number; amount: Promise<bigint> }>()
  const isRefilled = (mint: string) => fills && (isSol(mint) || KNOWN_TOKENS.some((one) => one.mint === mint))

  async function held(mint: string): Promise<bigint> {
    const { address } = await parts.maker()
    if (isSol(mint)) return (await chain.balance(address)).lamports
    const { tokens } = await chain.holdings(address)
    return tokens.filter((t) => t.mint === mint).reduce((sum, t) => sum + t.amount, 0n)
  }

  async function fill(mint: string, amount: bigint): Promise<void> {
    const { address } = await parts.maker()
    const before = await held(mint)
    try {
      if (isSol(mint)) await chain.airdrop(address, amount < MOST_AIRDROP ? amount : MOST_AIRDROP)
      else await chain.tokenAirdrop(address, mint as Address, amount)
    } catch (error) {
      // This network cannot mint this token: the present stock is all there is.
      if (isFault(error, 'chain_refused')) return
      throw error
    }
    // It may bring nothing (the mint's supply is used up): after the timeout the present stock is all there is.
    const deadline = clock.monotonic() + TIMEOUT_MS
    while ((await held(mint)) <= before && clock.monotonic() <= deadline) await clock.sleep(POLL_MS)
  }

  /** Below `least` it is refilled up to `full`, once for all concurrent callers. */
  async function ensure(mint: string, least: bigint, full: bigint): Promise<bigint> {
    const now = await held(mint)
    if (now >= least || !fills) return now
    const under = filling.get(mint) ?? fill(mint, full - now).finally(() => filling.delete(mint))
    filling.set(mint, under)
    await under
    return held(mint)
  }

  return {
    /** The stock of a mint that cannot be refilled; null where it can. */
    async finite(mint: string): Promise<bigint | null> {
      if (isRefilled(mint)) return null
      const known = read.get(mint)
      const isFresh = known !== undefined && clock.monotonic() - known.at < KNOWN_FOR_MS
      const amount = isFresh ? known.amount : held(mint)
      if (!isFresh) read.set(mint, { at: clock.monotonic(), amount })
      amount.catch(() => read.delete(mint))
      const stock = (await amount) - (isSol(mint) ? RESERVE_LAMPORTS : 0n)
      return stock > 0n ? stock : 0n
    },

    /** The stock of this mint, refilled first where that is possible and needed. */
    async for(mint: string, amount: bigint): Promise<bigint> {
      const sol = await ensure(SOL_MINT, RESERVE_LAMPORTS, MOST_AIRDROP)
      if (isSol(mint) && sol >= amount * CONCURRENT_SWAPS + RESERVE_LAMPORTS) return sol - RESERVE_LAMPORTS
      const capped = (n: bigint) => (n < MOST_TOKENS ? n : MOST_TOKENS)
      const reserve = isSol(mint) ? RESERVE_LAMPORTS : 0n
      const stock =
        (await ensure(
          mint,
          capped(amount * CONCURRENT_SWAPS) + reserve,
          capped(amount * REFILL_SWAPS) + reserve,
        )) - reserve
      return stock > 0n ? stock : 0n
    },
  }
}
