/** Key bytes: made, sealed, opened and turned into signers here and nowhere else. */
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import {
  createKeyPairSignerFromBytes,
  getBase58Decoder,
  getBase58Encoder,
  type KeyPairSigner,
} from '@solana/kit'
import type { Db } from '../../db/client.ts'
import { newKey, seal, unseal } from '../../kernel/vault.ts'
import * as store from './wallets.store.ts'

/** Seed and public key, 64 bytes as Solana wallets import them. */
export type SecretKey = Uint8Array

const base58 = getBase58Decoder()
const base58Bytes = getBase58Encoder()
const SECRET_LENGTH = 64

export function generateSecret(): { secret: SecretKey; address: string } {
  const { privateKey } = generateKeyPairSync('ed25519')
  const { d, x } = privateKey.export({ format: 'jwk' })
  const secret = new Uint8Array(
    Buffer.concat([Buffer.from(d ?? '', 'base64url'), Buffer.from(x ?? '', 'base64url')]),
  )
  return { secret, address: base58.decode(secret.subarray(32)) }
}

export const toBase58 = (bytes: Uint8Array): string => base58.decode(bytes)

/** PKCS #8 in front of a raw ed25519 seed. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** True when the last 32 bytes are the public key of the first 32: then it is a secret key, and no signature or hash. */
export function isSecretKey(bytes: Uint8Array): boolean {
  if (bytes.length !== SECRET_LENGTH) return false
  const key = createPrivateKey({
    key: Buffer.concat([PKCS8, bytes.subarray(0, 32)]),
    format: 'der',
    type: 'pkcs8',
  })
  const { x } = createPublicKey(key).export({ format: 'jwk' })
  return Buffer.from(x ?? '', 'base64url').equals(bytes.subarray(32))
}

export function fromBase58(text: string): Uint8Array | null {
  try {
    return new Uint8Array(base58Bytes.encode(text))
  } catch {
    return null
  }
}

/** Seals and opens keys under the owner's data key. The master key is asked for each time: it may be changed while running. */
export function createKeyring(masterKey: () => Uint8Array) {
  async function dataKey(db: Db, owner: string): Promise<Uint8Array> {
    const sealed =
      (await store.readDataKey(db, owner)) ??
      (await store.keepDataKey(db, owner, seal(masterKey(), newKey(), `data-key:${owner}`)))
    return unseal(masterKey(), sealed, `data-key:${owner}`)
  }
  return {
    dataKey,
    async signer(db: Db, owner: string, sealed: Uint8Array, boundTo: string): Promise<KeyPairSigner> {
      const secret = unseal(await dataKey(db, owner), sealed, boundTo)
      try {
        return await createKeyPairSignerFromBytes(secret)
      } finally {
        secret.fill(0)
      }
    },
    async reveal(db: Db, owner: string, sealed: Uint8Array, boundTo: string): Promise<string> {
      const secret = unseal(await dataKey(db, owner), sealed, boundTo)
      try {
        return toBase58(secret)
      } finally {
        secret.fill(0)
      }
    },
    /** Every data key under another master key, in one transaction. */
    async rotate(db: Db, next: Uint8Array): Promise<number> {
      const rows = await store.allDataKeys(db)
      for (const { owner, sealedKey } of rows) {
        const key = unseal(masterKey(), sealedKey, `data-key:${owner}`)
        await store.writeDataKey(db, owner, seal(next, key, `data-key:${owner}`))
      }
      return rows.length
    },
  }
}

export type Keyring = ReturnType<typeof createKeyring>
