/** Key bytes: made, read and turned into signers here and nowhere else. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import {
  type Address,
  getAddressDecoder,
  getBase58Decoder,
  getBase58Encoder,
  type SignatureBytes,
  type TransactionPartialSigner,
} from '@solana/kit'
import type { Unseal } from '../../../kernel/vault.ts'

/** Seed and public key, 64 bytes as Solana wallets import them. */
export type SecretKey = Uint8Array

const base58 = getBase58Decoder()
const base58Bytes = getBase58Encoder()
const SECRET_LENGTH = 64

export function generateSecret(): { secret: SecretKey; address: Address } {
  const { privateKey } = generateKeyPairSync('ed25519')
  const { d, x } = privateKey.export({ format: 'jwk' })
  const secret = new Uint8Array(
    Buffer.concat([Buffer.from(d ?? '', 'base64url'), Buffer.from(x ?? '', 'base64url')]),
  )
  return { secret, address: toAddress(secret) }
}

export const toAddress = (secret: SecretKey): Address => getAddressDecoder().decode(secret, 32)

export const toBase58 = (bytes: Uint8Array): string => base58.decode(bytes)

/** PKCS #8 in front of a raw ed25519 seed. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** True when the last 32 bytes are the public key of the first 32: a secret key, and no signature or hash. */
export function isSecretKey(bytes: Uint8Array): boolean {
  if (bytes.length !== SECRET_LENGTH) return false
  return Buffer.from(bytes.subarray(32)).equals(toPublicKey(toPrivateKey(bytes)))
}

/** Makes the key from the first 32 bytes, the seed. */
function toPrivateKey(secret: SecretKey): KeyObject {
  const der = Buffer.concat([PKCS8, secret.subarray(0, 32)])
  try {
    return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  } finally {
    der.fill(0)
  }
}

function toPublicKey(key: KeyObject): Buffer {
  const { x } = createPublicKey(key).export({ format: 'jwk' })
  return Buffer.from(x ?? '', 'base64url')
}

export function fromBase58(text: string): Uint8Array | null {
  try {
    return new Uint8Array(base58Bytes.encode(text))
  } catch {
    return null
  }
}

/** The record that the sealed key of a wallet is bound to. */
export const walletBoundTo = (id: number): string => `wallet:${id}`

export type SealedWallet = {
  sealed: Uint8Array
  /** The record that the sealed key is bound to, such as 'wallet:7'. */
  record: string
  /** The address that the database has for the key. */
  address: Address
}

/**
 * Signs for that address alone: a key of another address is refused. By node:crypto: the client library's signer signs
 * and verifies a message of its own first, which takes three times as long.
 */
export function createSigner(
  open: Unseal,
  { sealed, record, address }: SealedWallet,
): TransactionPartialSigner {
  const secret = open(sealed, record)
  try {
    const privateKey = toPrivateKey(secret)
    const own = getAddressDecoder().decode(toPublicKey(privateKey))
    if (own !== address)
      throw new Error(`the key of ${record} belongs to ${own}, not to its address ${address}`)
    return Object.freeze({
      address,
      signTransactions: async (transactions) =>
        transactions.map(({ messageBytes }) =>
          Object.freeze({
            [address]: new Uint8Array(sign(null, new Uint8Array(messageBytes), privateKey)) as SignatureBytes,
          }),
        ),
    } satisfies TransactionPartialSigner)
  } finally {
    secret.fill(0)
  }
}
