/**
 * Base58 for addresses and signatures. Not kit's codec, on which the speed of this network would depend: it works on
 * bigint, a digit at a time, where this one reads 32 bytes from text in a thirtieth of the time.
 */
import { base58 } from '@scure/base'

export const encodeBase58 = (bytes: Uint8Array): string => base58.encode(bytes)

/** undefined for text that is not base58. */
export function decodeBase58(text: string): Buffer | undefined {
  try {
    const bytes = base58.decode(text)
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
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
export const keyOf = (bytes: Uint8Array): Key =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
export const keyBytes = (key: Key): Buffer => Buffer.from(key, 'latin1')
export const addressOf = (key: Key): string => encodeBase58(keyBytes(key))

/** The key of a known valid address. */
export function keyFrom(address: string): Key {
  const bytes = decodeBase58(address)
  if (bytes?.length !== 32) throw new Error(`not an address: ${address}`)
  return keyOf(bytes)
}
