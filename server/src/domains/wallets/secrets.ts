/** Secrets of other domains, sealed under their user's data key like the keys of wallets. */
import type { Db } from '../../db/client.ts'
import { seal, unseal } from '../../kernel/vault.ts'
import { type Keyring, ownerOf } from './keys.ts'

export type Secrets = ReturnType<typeof createSecrets>
/** The record that a secret is bound to, such as 'webhook:7': it opens for no other, and for no other user. */
export type SecretRecord = { userId: number; record: string }

/** No key of a wallet is bound to such a name: none of them opens here. */
const boundTo = (record: string): string => `secret:${record}`

export function createSecrets(keyring: Keyring) {
  return {
    async seal(db: Db, { userId, record }: SecretRecord, text: string): Promise<Uint8Array> {
      const key = await keyring.dataKey(db, ownerOf(userId))
      return seal(key, new TextEncoder().encode(text), boundTo(record))
    },

    /** Rejects where it was sealed for another record, or changed. */
    async open(db: Db, { userId, record }: SecretRecord, sealed: Uint8Array): Promise<string> {
      const bytes = unseal(await keyring.dataKey(db, ownerOf(userId)), sealed, boundTo(record))
      try {
        return new TextDecoder().decode(bytes)
      } finally {
        bytes.fill(0)
      }
    },
  }
}
