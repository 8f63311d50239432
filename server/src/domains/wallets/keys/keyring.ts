/** Data keys: one for each owner, sealed under the master key, and what is sealed under them. */
import type { TransactionPartialSigner } from '@solana/kit'
import type { Db } from '../../../db/client.ts'
import { newKey, seal, unseal, type Unseal, UnsealError } from '../../../kernel/vault.ts'
import { type SealedWallet, createSigner, toBase58 } from './keys.ts'
import * as store from './keys.store.ts'

/** The present master key; `candidates` has two while it is being rotated. */
export type MasterKeys = { current(): Uint8Array; candidates(): Uint8Array[] }
/** Reads a sealed value. `again`: the one that was read, perhaps from memory, did not open. */
export type Read<T> = (again: boolean) => Promise<T>

export const toOwner = (userId: number): string => `user:${userId}`
/** Owns the secrets of the desk itself. */
export const DESK = 'system'

const boundTo = (owner: string) => `data-key:${owner}`
export const sealDataKey = (master: Uint8Array, key: Uint8Array, owner: string): Uint8Array =>
  seal(master, key, boundTo(owner))

/** null: none of these master keys opens it. */
export function openDataKey(masters: Uint8Array[], sealed: Uint8Array, owner: string): Uint8Array | null {
  for (const master of masters) {
    try {
      return unseal(master, sealed, boundTo(owner))
    } catch {
      // Sealed under the other one.
    }
  }
  return null
}

/** The key that seals, and after it the former one while some values may still be sealed under that. null: as above. */
export function openDataKeys(masters: Uint8Array[], row: store.DataKeyRow): Uint8Array[] | null {
  const key = openDataKey(masters, row.sealedKey, row.owner)
  if (key === null) return null
  const former = row.formerKey && openDataKey(masters, row.formerKey, row.owner)
  return former ? [key, former] : [key]
}

/** Throws UnsealError where none of these keys opens it. */
export const openWith =
  (keys: Uint8Array[]): Unseal =>
  (sealed, record) => {
    for (const key of keys) {
      try {
        return unseal(key, sealed, record)
      } catch {
        // Sealed under the next one.
      }
    }
    throw new UnsealError(record)
  }

/** Data keys that are remembered, so that their owners sign without a query. */
const KEYS_KNOWN = 1_000
/** A value and its data key are read one after the other, and both may be replaced in between. */
const TRIES = 3

export type Keyring = {
  /** The key to seal with, in the transaction that writes what is sealed: until it ends no rotation replaces the key. */
  keyToSeal(tx: Db, owner: string): Promise<Uint8Array>
  /** `use` opens what was read. It is called again, with all read anew, where that throws UnsealError. */
  open<V, T>(db: Db, owner: string, value: { read: Read<V>; use: (open: Unseal, value: V) => T }): Promise<T>
  /** `db` of both signer verbs must be no transaction, see readKeysToSign. */
  signer(db: Db, owner: string, read: Read<SealedWallet>): Promise<TransactionPartialSigner>
  /** Signers for many keys of one owner. The data key is opened once. */
  signers(db: Db, owner: string, read: Read<SealedWallet[]>): Promise<TransactionPartialSigner[]>
  /** A private key in base58. */
  reveal(db: Db, owner: string, read: Read<Omit<SealedWallet, 'address'>>): Promise<string>
}
type KeyringState = {
  /** Read each time: it may be rotated while running. */
  master: MasterKeys
  /** Sealed data keys that were read, the last used ones. One that was replaced since opens no value of the database. */
  known: Map<string, store.DataKeyRow>
}

export function createKeyring(master: MasterKeys): Keyring {
  const state: KeyringState = { master, known: new Map() }
  return {
    keyToSeal: (tx, owner) => readKeyToSeal(state, tx, owner),
    open: (db, owner, { read, use }) =>
      openValue(read, async () => (await loadDataKey(state, db, owner)).keys, use),
    signer: (db, owner, read) =>
      openValue(read, (again) => readKeysToSign(state, db, owner, again), createSigner),
    signers: (db, owner, read) =>
      openValue(
        read,
        (again) => readKeysToSign(state, db, owner, again),
        (unsealer, list) => list.map((wallet) => createSigner(unsealer, wallet)),
      ),
    reveal: (db, owner, read) =>
      openValue(
        read,
        async () => (await loadDataKey(state, db, owner)).keys,
        (unsealer, { sealed, record }) => revealed(unsealer(sealed, record)),
      ),
  }
}

async function readKeyToSeal(state: KeyringState, tx: Db, owner: string): Promise<Uint8Array> {
  const [key] = (await loadDataKey(state, tx, owner, 'share')).keys
  if (key === undefined) throw new Error('an opened data key is missing')
  return key
}

/** Works under a lock that a rotation excludes: no key may be sealed under the old master key after it. */
function createDataKey({ master }: KeyringState, db: Db, owner: string): Promise<store.DataKeyRow> {
  return db.transaction(async (tx) => {
    await store.lockDataKeys(tx, 'row exclusive')
    // Another server may have rotated it: a key sealed under the former one could never be opened.
    const some = await store.anyDataKey(tx)
    const opening = (key: Uint8Array) => !some || openDataKey([key], some.sealedKey, some.owner) !== null
    const under = master.candidates().find(opening)
    if (!under)
      throw new Error('the master key was changed by another server; this one must be restarted with it')
    return store.keepDataKey(tx, owner, sealDataKey(under, newKey(), owner))
  })
}

type OpenedDataKey = { row: store.DataKeyRow; keys: Uint8Array[] }
/** A row may have been resealed by the time it is opened: it is read again until it opens or stays the same. */
async function loadDataKey(
  state: KeyringState,
  db: Db,
  owner: string,
  lock?: 'share',
  before?: Uint8Array,
): Promise<OpenedDataKey> {
  const row = (await store.readDataKey(db, owner, lock)) ?? (await createDataKey(state, db, owner))
  const keys = openDataKeys(state.master.candidates(), row)
  if (keys !== null) return { row, keys }
  if (before !== undefined && Buffer.compare(before, row.sealedKey) === 0)
    throw new Error(`the data key of ${owner} is under another master key`)
  return loadDataKey(state, db, owner, lock, row.sealedKey)
}

/**
 * Needs no query while the sealed key that was read last opens. `db` must be no transaction: what one has written may
 * never be committed.
 */
async function readKeysToSign(
  state: KeyringState,
  db: Db,
  owner: string,
  again: boolean,
): Promise<Uint8Array[]> {
  const { master, known } = state
  const last = again ? undefined : known.get(owner)
  const opened = last && openDataKeys(master.candidates(), last)
  // Resealed meanwhile, or not known.
  const { row, keys } = opened ? { row: last, keys: opened } : await loadDataKey(state, db, owner)
  known.delete(owner)
  known.set(owner, row)
  for (const oldest of known.keys()) if (known.size > KEYS_KNOWN) known.delete(oldest)
  return keys
}

/** Reads both anew where a value does not open: a rotation may have replaced its data key since one of them was read. */
async function openValue<V, T>(
  read: Read<V>,
  readKeys: (again: boolean) => Promise<Uint8Array[]>,
  use: (open: Unseal, value: V) => T,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    const value = await read(tries > 1)
    const open = openWith(await readKeys(tries > 1))
    try {
      return use(open, value)
    } catch (error) {
      if (!(error instanceof UnsealError) || tries === TRIES) throw error
    }
  }
}

/** Encodes the key in base58 and wipes its bytes. */
export function revealed(secret: Uint8Array): string {
  try {
    return toBase58(secret)
  } finally {
    secret.fill(0)
  }
}
