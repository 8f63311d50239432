/** Key bytes: made, sealed, opened and turned into signers here and nowhere else. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import {
  type Address,
  getAddressDecoder,
  getBase58Decoder,
  getBase58Encoder,
  type SignatureBytes,
  type TransactionPartialSigner,
} from '@solana/kit'
import type { Db } from '../../db/client.ts'
import { type AuditEntry, writeAudit } from '../../kernel/audit.store.ts'
import { newKey, seal, unseal } from '../../kernel/vault.ts'
import * as store from './keys.store.ts'

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
  return { secret, address: addressOf(secret) }
}

export const addressOf = (secret: SecretKey): Address => getAddressDecoder().decode(secret, 32)

export const toBase58 = (bytes: Uint8Array): string => base58.decode(bytes)

/** PKCS #8 in front of a raw ed25519 seed. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** True when the last 32 bytes are the public key of the first 32: a secret key, and no signature or hash. */
export function isSecretKey(bytes: Uint8Array): boolean {
  if (bytes.length !== SECRET_LENGTH) return false
  return Buffer.from(bytes.subarray(32)).equals(publicKeyOf(privateKeyOf(bytes)))
}

/** Of the first 32 bytes, the seed. */
function privateKeyOf(secret: SecretKey): KeyObject {
  const der = Buffer.concat([PKCS8, secret.subarray(0, 32)])
  try {
    return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  } finally {
    der.fill(0)
  }
}

function publicKeyOf(key: KeyObject): Buffer {
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

/** The present master key; `candidates` has two while it is being rotated. */
export type MasterKeys = { current(): Uint8Array; candidates(): Uint8Array[] }

const boundTo = (owner: string) => `data-key:${owner}`

function openDataKey(keys: Uint8Array[], sealed: Uint8Array, owner: string): Uint8Array | null {
  for (const key of keys) {
    try {
      return unseal(key, sealed, boundTo(owner))
    } catch {
      // Sealed under the other one.
    }
  }
  return null
}

export const ownerOf = (userId: number): string => `user:${userId}`
/** So many owners sign without their data key being read again. */
const KEYS_KNOWN = 1_000

export type Keyring = ReturnType<typeof createKeyring>

export type SealedWallet = {
  sealed: Uint8Array
  /** What the sealed key is bound to, such as 'wallet:7'. */
  record: string
  /** The address that the database has for the key. */
  address: Address
}

/**
 * Signs for that address alone: a key of another address is refused. By node:crypto: the client library's signer signs
 * and verifies a message of its own first, which takes three times as long.
 */
function signerOf(key: Uint8Array, { sealed, record, address }: SealedWallet): TransactionPartialSigner {
  const secret = unseal(key, sealed, record)
  try {
    const privateKey = privateKeyOf(secret)
    const own = getAddressDecoder().decode(publicKeyOf(privateKey))
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

/**
 * Seals and opens keys under the owner's data key. The master key is read each time: it may be rotated while running.
 */
export function createKeyring(master: MasterKeys) {
  /** Under a lock that a rotation excludes: no key may be sealed under the old master key after it. */
  const make = (db: Db, owner: string) =>
    db.transaction(async (tx) => {
      await store.lockDataKeys(tx, 'row exclusive')
      // Another server may have rotated it: a key sealed under the former one could never be opened.
      const some = await store.anyDataKey(tx)
      const opening = (key: Uint8Array) => !some || openDataKey([key], some.sealedKey, some.owner) !== null
      const under = master.candidates().find(opening)
      if (!under)
        throw new Error('the master key was changed by another server; this one must be started anew with it')
      return store.keepDataKey(tx, owner, seal(under, newKey(), boundTo(owner)))
    })

  /** Sealed data keys that were read, the last used ones. An owner's data key is never replaced, only resealed. */
  const known = new Map<string, Uint8Array>()

  type Opened = { sealed: Uint8Array; key: Uint8Array }
  /** What was read may have been resealed by the time it is opened: it is read again until it opens or stays the same. */
  async function openStored(db: Db, owner: string, before?: Uint8Array): Promise<Opened> {
    const sealed = (await store.readDataKey(db, owner)) ?? (await make(db, owner))
    const key = openDataKey(master.candidates(), sealed, owner)
    if (key !== null) return { sealed, key }
    if (before !== undefined && Buffer.compare(before, sealed) === 0)
      throw new Error(`the data key of ${owner} is under another master key`)
    return openStored(db, owner, sealed)
  }
  const dataKey = async (db: Db, owner: string): Promise<Uint8Array> => (await openStored(db, owner)).key

  /**
   * As `dataKey`, for signing: without a query while the sealed key that was read last opens. `db` must be no transaction:
   * what one has written may never be committed.
   */
  async function keyToSign(db: Db, owner: string): Promise<Uint8Array> {
    const last = known.get(owner)
    const opened = last && openDataKey(master.candidates(), last, owner)
    // Resealed meanwhile, or not known.
    const { sealed, key } = opened ? { sealed: last, key: opened } : await openStored(db, owner)
    known.delete(owner)
    known.set(owner, sealed)
    for (const oldest of known.keys()) if (known.size > KEYS_KNOWN) known.delete(oldest)
    return key
  }

  return {
    dataKey,
    async signer(db: Db, owner: string, wallet: SealedWallet): Promise<TransactionPartialSigner> {
      return signerOf(await keyToSign(db, owner), wallet)
    },
    /** Signers for many keys of one owner; the data key is opened once. */
    async signers(db: Db, owner: string, list: SealedWallet[]): Promise<TransactionPartialSigner[]> {
      const key = await keyToSign(db, owner)
      return list.map((wallet) => signerOf(key, wallet))
    },
    async reveal(db: Db, owner: string, sealed: Uint8Array, record: string): Promise<string> {
      const secret = unseal(await dataKey(db, owner), sealed, record)
      try {
        return toBase58(secret)
      } finally {
        secret.fill(0)
      }
    },
    /** Opens many keys of one owner; the data key is opened once. */
    async opener(db: Db, owner: string): Promise<(sealed: Uint8Array, record: string) => string> {
      const key = await dataKey(db, owner)
      return (sealed, record) => {
        const secret = unseal(key, sealed, record)
        try {
          return toBase58(secret)
        } finally {
          secret.fill(0)
        }
      }
    },
    /** Reseals every data key under another master key, in the caller's transaction. */
    async rotate(tx: Db, next: Uint8Array): Promise<number> {
      await store.lockDataKeys(tx, 'exclusive')
      const rows = await store.allDataKeys(tx)
      for (const { owner, sealedKey } of rows) {
        const key = openDataKey(master.candidates(), sealedKey, owner)
        if (key === null) throw new Error(`the data key of ${owner} is under another master key`)
        await store.writeDataKey(tx, owner, seal(next, key, boundTo(owner)))
      }
      await writeAudit(tx, ...rows.flatMap(({ owner }) => rotationEntry(owner)))
      return rows.length
    },
  }
}

/** An audit row for each user whose keys are resealed. */
function rotationEntry(owner: string): AuditEntry[] {
  const userId = /^user:(\d+)$/.exec(owner)?.[1]
  return userId === undefined
    ? []
    : [{ userId: Number(userId), type: 'rotation', detail: {}, address: 'server' }]
}

/** Whether this master key opens the data keys of a database; null when there is none yet. */
export async function opensDataKeys(db: Db, key: Uint8Array): Promise<boolean | null> {
  const rows = await db.transaction(async (tx) => {
    // Waits for a rotation whose answer was lost and that may still run in the database.
    await store.lockDataKeys(tx, 'row share')
    return store.allDataKeys(tx)
  })
  if (rows.length === 0) return null
  return rows.every(({ owner, sealedKey }) => openDataKey([key], sealedKey, owner) !== null)
}

/** Reseals every data key under another master key; `adopt` puts that into use before the change commits. */
export function createWalletKeys({ db, masterKey }: { db: Db; masterKey: MasterKeys }) {
  const keyring = createKeyring(masterKey)
  return {
    rotate: (next: Uint8Array, adopt: () => void): Promise<number> =>
      db.transaction(async (tx) => {
        const n = await keyring.rotate(tx, next)
        adopt()
        return n
      }),
  }
}
