/** What the market maker holds. On the local network it is filled up before it runs short. */
import type { Address } from '@solana/kit'
import { LAMPORTS_PER_SOL } from '@purser/contract/money.ts'
import { SOL_MINT } from '@purser/contract/tokens.ts'
import { type Clock, pause } from '../../../kernel/clock.ts'
import { isFault } from '../../../kernel/fault.ts'
import type { Chain } from '../../../ports/chain.ts'
import { isSol } from './legs.ts'

/** Swaps of the same size that may be under way together without the stock running short. */
const TOGETHER = 20n
const FULL = 200n
/** More than any swap takes, and little enough for a mint's supply to bear it many times. */
const MOST_TOKENS = 10n ** 17n
/** For rent of the maker's own token accounts. */
const PETTY_LAMPORTS = LAMPORTS_PER_SOL
const MOST_AIRDROP = 1_000_000n * LAMPORTS_PER_SOL
const WAIT_MS = 20_000
const LOOK_MS = 150

export function createStock(parts: {
  chain: Chain
  clock: Clock
  maker: () => Promise<{ address: Address }>
  fills: boolean
}) {
  const { chain, clock, fills } = parts
  const filling = new Map<string, Promise<void>>()

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
      // A token that this network cannot hand out: what is there must do.
      if (isFault(error, 'chain_refused')) return
      throw error
    }
    // One that brings nothing in time (its mint's supply is used up) leaves what is there, and that must do.
    const until = clock.now() + WAIT_MS
    while ((await held(mint)) <= before && clock.now() <= until) await pause(LOOK_MS)
  }

  /** Fills up to `full` once for all who find it below `least`. */
  async function ensure(mint: string, least: bigint, full: bigint): Promise<bigint> {
    const now = await held(mint)
    if (now >= least || !fills) return now
    const under = filling.get(mint) ?? fill(mint, full - now).finally(() => filling.delete(mint))
    filling.set(mint, under)
    await under
    return held(mint)
  }

  return {
    /** What there is of this mint, after filling up where that is possible. */
    async for(mint: string, amount: bigint): Promise<bigint> {
      const petty = await ensure(SOL_MINT, PETTY_LAMPORTS, MOST_AIRDROP)
      if (isSol(mint) && petty >= amount * TOGETHER + PETTY_LAMPORTS) return petty - PETTY_LAMPORTS
      const capped = (n: bigint) => (n < MOST_TOKENS ? n : MOST_TOKENS)
      const reserve = isSol(mint) ? PETTY_LAMPORTS : 0n
      const stock =
        (await ensure(mint, capped(amount * TOGETHER) + reserve, capped(amount * FULL) + reserve)) - reserve
      return stock > 0n ? stock : 0n
    },
  }
}
