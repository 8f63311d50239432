/**
 * The last check before a signature: the effect of the very transaction, simulated, on the wallet. It may lose at most
 * the input, the rent that was reserved for its own new accounts and the fee; it must receive at least the minimum;
 * nothing else of the wallet changes.
 */
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import type { UnsafeRoute } from '@purser/contract/market/unsafe-route-texts.ts'
import type { Address } from '@solana/kit'
import type { AccountChange } from '../../../../ports/account-at.ts'
import { type AccountBalance, readBalance, isFree, extractPowers } from './own-accounts.ts'

export type Promised = {
  wallet: Address
  /** The account of its wrapped SOL. */
  wrapping: Address
  inputMint: string
  outputMint: string
  inAmount: bigint
  minOut: bigint
  /** Lamports that were reserved for new accounts besides the one of the output. */
  spareRent: bigint
}

/** Whether the account is the wallet's: itself, or a token account of its own. */
export const isOwn = (wallet: Address, address: Address, state: AccountChange['before']): boolean =>
  address === wallet || readBalance(state)?.owner === wallet

const diffLamports = ({ before, after }: AccountChange) => (after?.lamports ?? 0n) - (before?.lamports ?? 0n)

/** Returns the fee in lamports. null: the transaction does not keep its promise. */
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
      // The owner of the account itself controls everything that it signs for.
      if (before === null || after?.program !== before.program || after.data.length !== before.data.length)
        return 'touches_others'
      sawWallet = true
      add(SOL_MINT, diffLamports(change))
      continue
    }
    const [held, left] = [readBalance(before), readBalance(after)]
    if (held?.owner !== wallet && left?.owner !== wallet) continue
    if (!isKept(change, { held, left }, { wallet, wrapping })) return 'touches_others'
    const mint = (held ?? left)?.mint ?? ''
    // Also if somebody has sent its address a lamport before.
    if (held === null) opened.push({ mint, rent: computeRent(change, left) })
    if (mint !== SOL_MINT) add(mint, (left?.amount ?? 0n) - (held?.amount ?? 0n))
    // Wrapped SOL counts as SOL. Rent stays the wallet's: it comes back when the account is closed.
    add(SOL_MINT, diffLamports(change))
  }
  if (!sawWallet) return 'touches_others'
  add(SOL_MINT, fee)
  add(inputMint, inAmount)
  for (const [mint, amount] of gained) if (mint !== outputMint && amount < 0n) return 'spends_more'
  if ((gained.get(outputMint) ?? 0n) < minOut) return 'brings_less'
  return spareRentTaken(opened, outputMint) > spareRent ? 'rent' : null
}

type Opened = { mint: string; rent: bigint }

/** The rent of an account; wrapped SOL in it counts as SOL. */
const computeRent = (change: AccountChange, left: AccountBalance | null): bigint =>
  diffLamports(change) - (left?.mint === SOL_MINT ? left.amount : 0n)

/** The rent of new accounts that stay, except for one of the output, whose rent is reserved separately. */
function spareRentTaken(opened: readonly Opened[], outputMint: string): bigint {
  const own = outputMint === SOL_MINT ? -1 : opened.findIndex(({ mint }) => mint === outputMint)
  return opened.reduce((sum, { rent }, i) => (i === own ? sum : sum + rent), 0n)
}

type Sides = { held: AccountBalance | null; left: AccountBalance | null }

/** Only amounts may change, and only the wrapped SOL may be closed: its lamports are counted. */
function isKept(
  { address, before, after }: AccountChange,
  { held, left }: Sides,
  { wallet, wrapping }: { wallet: Address; wrapping: Address },
): boolean {
  if (held === null || before === null) return left?.owner === wallet && after !== null && isFree(after)
  if (left === null || after === null) return after === null && address === wrapping
  return Buffer.compare(extractPowers(before), extractPowers(after)) === 0
}
