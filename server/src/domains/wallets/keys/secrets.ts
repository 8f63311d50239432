/** Secrets of other domains and of the desk, sealed under the data key of their user or the desk like the keys of wallets. */
import { randomBytes } from 'node:crypto'
import type { Db } from '../../../db/client.ts'
import { seal, type Unseal } from '../../../kernel/vault.ts'
import { DESK, type Keyring, toOwner, type Read } from './keyring.ts'
import * as store from './keys.store.ts'

export type Secrets = ReturnType<typeof createSecrets>
/** The record that a secret is bound to, such as 'webhook:7': it opens for no other, and for no other user. */
export type SecretRecord = { userId: number; record: string }

/** A table of another domain with sealed secrets: a deep rotation seals them anew. */
export type SealedTable = {
  /** All of a user's, with the records that they are bound to. */
  list(tx: Db, userId: number): Promise<{ id: number; record: string; sealed: Uint8Array }[]>
  write(tx: Db, id: number, sealed: Uint8Array): Promise<void>
}

/** No key of a wallet is bound to such a name: none of them opens here. */
export const secretBoundTo = (record: string): string => `secret:${record}`
export const deskSecretBoundTo = (name: string): string => secretBoundTo(`desk:${name}`)

const DESK_SECRET_BYTES = 32

function toText(bytes: Uint8Array): string {
  try {
    return new TextDecoder().decode(bytes)
  } finally {
    bytes.fill(0)
  }
}

export function createSecrets(keyring: Keyring) {
  return {
    /** In the transaction that writes it. */
    async seal(tx: Db, { userId, record }: SecretRecord, text: string): Promise<Uint8Array> {
      const key = await keyring.keyToSeal(tx, toOwner(userId))
      return seal(key, new TextEncoder().encode(text), secretBoundTo(record))
    },

    /** Rejects where it was sealed for another record, or changed. `read` must read it anew when it is called again. */
    open: (db: Db, { userId, record }: SecretRecord, read: Read<Uint8Array>): Promise<string> =>
      keyring.open(db, toOwner(userId), {
        read,
        use: (open: Unseal, sealed) => toText(open(sealed, secretBoundTo(record))),
      }),

    /** 32 random bytes, the same for all processes of this database whenever they ask. */
    async deskSecret(db: Db, name: string): Promise<Uint8Array> {
      const boundTo = deskSecretBoundTo(name)
      await db.transaction(async (tx) => {
        if (await store.readDeskSecret(tx, name)) return
        const key = await keyring.keyToSeal(tx, DESK)
        await store.keepDeskSecret(
          tx,
          name,
          seal(key, new Uint8Array(randomBytes(DESK_SECRET_BYTES)), boundTo),
        )
      })
      return keyring.open(db, DESK, {
        read: async () => (await store.readDeskSecret(db, name)) ?? new Uint8Array(0),
        use: (open: Unseal, sealed) => open(sealed, boundTo),
      })
    },
  }
}
