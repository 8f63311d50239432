/**
 * Base58 for addresses and signatures. Not kit's codec, on which the speed of this network would depend: it works on
 * bigint, a digit at a time, where this one reads 32 bytes from text in a thirtieth of the time. This one refuses more
 * than FAST_BYTES and FAST_LENGTH: large instruction data and whole transactions go through kit's.
 */
import { base58 } from '@scure/base'
import { getBase58Decoder, getBase58Encoder } from '@solana/kit'

const FAST_BYTES = 2_048
const FAST_LENGTH = 4_096
/** Longer than any transaction: its cost grows with the square of the length. */
const MOST_LENGTH = 8_192

export const encodeBase58 = (bytes: Uint8Array): string =>
  bytes.length > FAST_BYTES ? getBase58Decoder().decode(bytes) : base58.encode(bytes)

/** undefined for text that is not base58, or too long. */
export function decodeBase58(text: string): Buffer | undefined {
  if (text.length > MOST_LENGTH) return undefined
  try {
    return Buffer.from(text.length > FAST_LENGTH ? getBase58Encoder().encode(text) : base58.decode(text))
  } catch {
    return undefined
  }
}

/**
 * An address as a latin1 string of 32 characters: a map key that costs a copy of 32 bytes, where base58 would cost
 * microseconds. Base58 appears only in requests and responses.
 */
export type Key = string

export const keyAt = (bytes: Buffer, offset: number): Key => bytes.toString('latin1', offset, offset + 32)
export const bytesToKey = (bytes: Uint8Array): Key =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
export const keyBytes = (key: Key): Buffer => Buffer.from(key, 'latin1')
export const toAddress = (key: Key): string => encodeBase58(keyBytes(key))

/** The key of a known valid address. */
export function keyFrom(address: string): Key {
  const bytes = decodeBase58(address)
  if (bytes?.length !== 32) throw new Error(`not an address: ${address}`)
  return bytesToKey(bytes)
}
