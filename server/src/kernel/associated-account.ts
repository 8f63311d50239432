/** Where a wallet holds a token. To derive one takes a third of a millisecond: those of an operation are remembered. */
import { findAssociatedTokenPda } from '@solana-program/token-2022'
import type { Address } from '@solana/kit'

export type TokenOf = { mint: Address; program: Address }

/** Twice the wallets of the largest operation. */
const REMEMBERED = 20_000
const remembered = new Map<string, Address>()

/** The associated token account of a wallet, for a mint of this token program. */
export async function associatedAccount(owner: string, { mint, program }: TokenOf): Promise<Address> {
  const key = `${owner} ${mint} ${program}`
  const known = remembered.get(key)
  if (known !== undefined) return known
  const [account] = await findAssociatedTokenPda({ owner: owner as Address, mint, tokenProgram: program })
  if (remembered.size >= REMEMBERED) remembered.clear()
  remembered.set(key, account)
  return account
}
