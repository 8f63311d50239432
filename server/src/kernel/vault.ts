/**
 * Envelope encryption at rest: AES-256-GCM under a data key per user, which is sealed under the master key; each record
 * is bound to its id by associated data. Sealed bytes: nonce (12), ciphertext, tag (16). Used by the wallets domain only.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const NONCE = 12
const TAG = 16

export type Sealed = Uint8Array

export function seal(key: Uint8Array, bytes: Uint8Array, boundTo: string): Sealed {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(boundTo))
  return new Uint8Array(Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]))
}

/** The bytes were sealed under another key or for another record, or were changed. */
export class UnsealError extends Error {
  constructor(boundTo: string) {
    super(`what is sealed for ${boundTo} does not open`)
  }
}

/** Opens the sealed bytes of a record. */
export type Unseal = (sealed: Sealed, boundTo: string) => Uint8Array

/** Throws UnsealError. */
export function unseal(key: Uint8Array, sealed: Sealed, boundTo: string): Uint8Array {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE))
    decipher.setAAD(Buffer.from(boundTo))
    decipher.setAuthTag(sealed.subarray(sealed.length - TAG))
    return new Uint8Array(
      Buffer.concat([decipher.update(sealed.subarray(NONCE, sealed.length - TAG)), decipher.final()]),
    )
  } catch {
    throw new UnsealError(boundTo)
  }
}

export const newKey = (): Uint8Array => new Uint8Array(randomBytes(32))
