import type { Key } from '../base58.ts'
import { tokenAccountOf, type Account } from './accounts.ts'

/** A token account's holding beside a transaction, as it goes into the transaction's meta. */
export interface TokenBalance {
  index: number
  mint: Key
  owner: Key
  program: Key
  amount: bigint
  decimals: number
}

export const u64At = (data: Uint8Array, offset: number): bigint =>
  Buffer.from(data.buffer, data.byteOffset, data.length).readBigUInt64LE(offset)

/** Decimals of a mint, or 0 when there is none. */
export const decimalsOf = (mint: Account | undefined): number => mint?.data[44] ?? 0

/** Holdings of the token accounts among a transaction's accounts. */
export function tokenBalances(
  accounts: readonly (Account | undefined)[],
  mintOf: (mint: Key) => Account | undefined,
): TokenBalance[] {
  const found: TokenBalance[] = []
  for (let index = 0; index < accounts.length; index++) {
    const account = accounts[index]
    if (!account || account.data.length < 165) continue
    const token = tokenAccountOf(account)
    // State 0 is an account that no one has initialized yet.
    if (!token || account.data[108] === 0) continue
    found.push({
      index,
      mint: token.mint,
      owner: token.owner,
      program: account.owner,
      amount: u64At(account.data, 64),
      decimals: decimalsOf(mintOf(token.mint)),
    })
  }
  return found
}
