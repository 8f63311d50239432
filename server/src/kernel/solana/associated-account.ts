/**
 * The address of a wallet's account for a token. Deriving one takes a third of a millisecond: those of an operation are
 * cached.
 */
import { findAssociatedTokenPda } from '@solana-program/token-2022'
import type { Address } from '@solana/kit'
import { createCache } from '../cache.ts'

export type TokenOf = { mint: Address; program: Address }

/** Twice the wallets of the largest operation. */
const MOST_ACCOUNTS = 20_000
const accounts = createCache<string, Address>({ max: MOST_ACCOUNTS })

/** The associated token account of a wallet, for a mint of this token program. */
export async function associatedAccount(owner: string, { mint, program }: TokenOf): Promise<Address> {
  const key = `${owner} ${mint} ${program}`
  const known = accounts.get(key)
  if (known !== undefined) return known
  const [account] = await findAssociatedTokenPda({ owner: owner as Address, mint, tokenProgram: program })
  return accounts.set(key, account)
}
