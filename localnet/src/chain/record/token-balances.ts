import type { Key } from '../../base58.ts'
import { parseTokenAccount, type Account } from '../accounts.ts'

/** A token balance in a transaction's meta. */
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
export const getDecimals = (mint: Account | undefined): number => mint?.data[44] ?? 0

/** Balances of the token accounts of a transaction. */
export function tokenBalances(
  accounts: readonly (Account | undefined)[],
  getMint: (mint: Key) => Account | undefined,
): TokenBalance[] {
  const found: TokenBalance[] = []
  for (let index = 0; index < accounts.length; index++) {
    const account = accounts[index]
    if (!account || account.data.length < 165) continue
    const token = parseTokenAccount(account)
    // State 0: uninitialized.
    if (!token || account.data[108] === 0) continue
    found.push({
      index,
      mint: token.mint,
      owner: token.owner,
      program: account.owner,
      amount: u64At(account.data, 64),
      decimals: getDecimals(getMint(token.mint)),
    })
  }
  return found
}
