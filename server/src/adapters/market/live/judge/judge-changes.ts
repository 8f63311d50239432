/**
 * The last word before a signature: what the very transaction, simulated, does to the wallet. What leaves is at most the
 * input, the rent that was reserved for its own new accounts and the fee; what arrives is at least the minimum; nothing
 * else of the wallet changes.
 */
import { SOL_MINT } from '@purser/contract/tokens.ts'
import type { UnsafeRoute } from '@purser/contract/unsafe-route-texts.ts'
import type { Address } from '@solana/kit'
import type { AccountChange } from '../../../../ports/account-at.ts'
import { type AccountBalance, readBalance, isFree, powersOf } from './own-accounts.ts'

export type Promised = {
  wallet: Address
  /** Where its wrapped SOL is. */
  wrapping: Address
  inputMint: string
  outputMint: string
  inAmount: bigint
  minOut: bigint
  /** Lamports that were reserved for new accounts beside the one of the output. */
  spareRent: bigint
}

/** Whether the account is the wallet's: itself, or a token account of its own. */
export const isOwn = (wallet: Address, address: Address, state: AccountChange['before']): boolean =>
  address === wallet || readBalance(state)?.owner === wallet

const lamportsOf = ({ before, after }: AccountChange) => (after?.lamports ?? 0n) - (before?.lamports ?? 0n)

/** Lamports of fee. null: it keeps what was promised. */
export function judgeChanges(
  { wallet, wrapping, inputMint, outputMint, inAmount, minOut, spareRent }: Promised,
  changes: readonly AccountChange[],
  fee: bigint,
): UnsafeRoute | null {
  const gained = new Map<string, bigint>()
  const add = (mint: string, amount: bigint) => gained.set(mint, (gained.get(mint) ?? 0n) + amount)
  const opened: Opened[] = []
  let sawWallet = false
  for (const change of changes) {
    const { address, before, after } = change
    if (address === wallet) {
      // Whoever owns the account itself owns all that it signs for.
      if (before === null || after?.program !== before.program || after.data.length !== before.data.length)
        return 'touches_others'
      sawWallet = true
      add(SOL_MINT, lamportsOf(change))
      continue
    }
    const [held, left] = [readBalance(before), readBalance(after)]
    if (held?.owner !== wallet && left?.owner !== wallet) continue
    if (!isKept(change, { held, left }, { wallet, wrapping })) return 'touches_others'
    const mint = (held ?? left)?.mint ?? ''
    // Also where somebody has sent its address a lamport before.
    if (held === null) opened.push({ mint, rent: rentOf(change, left) })
    if (mint !== SOL_MINT) add(mint, (left?.amount ?? 0n) - (held?.amount ?? 0n))
    // Wrapped SOL is counted as SOL. Rent stays the wallet's: it comes back when the account is closed.
    add(SOL_MINT, lamportsOf(change))
  }
  if (!sawWallet) return 'touches_others'
  add(SOL_MINT, fee)
  add(inputMint, inAmount)
  for (const [mint, amount] of gained) if (mint !== outputMint && amount < 0n) return 'spends_more'
  if ((gained.get(outputMint) ?? 0n) < minOut) return 'brings_less'
  return spareRentTaken(opened, outputMint) > spareRent ? 'rent' : null
}

type Opened = { mint: string; rent: bigint }

/** Of wrapped SOL without what it holds, which is counted as SOL. */
const rentOf = (change: AccountChange, left: AccountBalance | null): bigint =>
  lamportsOf(change) - (left?.mint === SOL_MINT ? left.amount : 0n)

/** By new accounts that stay, but for one of the output, whose rent is reserved by itself. */
function spareRentTaken(opened: readonly Opened[], outputMint: string): bigint {
  const own = outputMint === SOL_MINT ? -1 : opened.findIndex(({ mint }) => mint === outputMint)
  return opened.reduce((sum, { rent }, i) => (i === own ? sum : sum + rent), 0n)
}

type Sides = { held: AccountBalance | null; left: AccountBalance | null }

/** Only amounts change, and only the wrapped SOL may be closed: its lamports are counted. */
function isKept(
  { address, before, after }: AccountChange,
  { held, left }: Sides,
  { wallet, wrapping }: { wallet: Address; wrapping: Address },
): boolean {
  if (held === null || before === null) return left?.owner === wallet && after !== null && isFree(after)
  if (left === null || after === null) return after === null && address === wrapping
  return Buffer.compare(powersOf(before), powersOf(after)) === 0
}
