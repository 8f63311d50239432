/** The amount of a token account, from the bytes with which the accounts of both token programs begin. */
import { getAddressDecoder } from '@solana/kit'
import type { TokenAmount } from '../../../ports/chain-data.ts'

/** Mint, owner and amount. */
export const TOKEN_HEAD_BYTES = 72

const addresses = getAddressDecoder()

/** null for a mint, or an account that is not initialised. */
export function toTokenAmount(head: Uint8Array): TokenAmount | null {
  if (head.length < TOKEN_HEAD_BYTES) return null
  return {
    mint: addresses.decode(head, 0),
    owner: addresses.decode(head, 32),
    amount: new DataView(head.buffer, head.byteOffset).getBigUint64(64, true),
  }
}
