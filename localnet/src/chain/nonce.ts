import { createHash } from 'node:crypto'
import { keyAt, keyBytes, bytesToKey, type Key } from '../base58.ts'
import { SYSTEM } from '../programs.ts'
import { isWritable, type WireTransaction } from '../wire/parse.ts'
import type { Account } from './accounts.ts'

/** The nonce account that the transaction's first instruction advances, if any. */
export function findNonceAccount(
  tx: WireTransaction,
): { key: Key; index: number; authority: Key | undefined } | undefined {
  const first = tx.instructions[0]
  if (!first || tx.keys[first.program] !== SYSTEM || first.tag !== 4) return undefined
  const index = first.accounts[0]
  const key = index === undefined ? undefined : tx.keys[index]
  if (index === undefined || key === undefined || !isWritable(tx, index)) return undefined
  const signer = first.accounts[2]
  return { key, index, authority: signer !== undefined && signer < tx.required ? tx.keys[signer] : undefined }
}

export interface NonceState {
  authority: Key
  nonce: Key
  lamportsPerSignature: bigint
}

/** An initialized nonce account's content. */
export function parseNonceState(account: Account | undefined): NonceState | undefined {
  if (account?.owner !== SYSTEM || account.data.length !== 80) return undefined
  const data = Buffer.from(account.data.buffer, account.data.byteOffset, 80)
  if (data.readUInt32LE(4) !== 1) return undefined
  return { authority: keyAt(data, 8), nonce: keyAt(data, 40), lamportsPerSignature: data.readBigUInt64LE(72) }
}

/** The next nonce when an account is advanced at this blockhash. */
export const durableNonce = (blockhash: Uint8Array): Key =>
  bytesToKey(createHash('sha256').update('DURABLE_NONCE').update(blockhash).digest())

/** The account with an advanced nonce: the runtime advances it also when the transaction fails. */
export function advanced(account: Account, nonce: Key): Account {
  const data = Buffer.from(account.data)
  keyBytes(nonce).copy(data, 40)
  return { ...account, data }
}
