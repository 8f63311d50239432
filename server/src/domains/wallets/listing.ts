/** What others ask about many wallets at once, without their keys. */
import type { WalletGroup } from '@purser/contract/wallet-groups.ts'
import type { Address } from '@solana/kit'
import type { Db } from '../../db/client.ts'
import { listGroups } from './groups.store.ts'
import { toGroup } from './views.ts'
import * as store from './wallets.store.ts'

export const createListing = (db: Db) => ({
  /** Those whose keys came from elsewhere. */
  imported: (userId: number): Promise<number[]> => store.listImported(db, userId),

  /** The groups of a user, and no wallets. */
  async groupsOf(userId: number): Promise<{ groups: WalletGroup[] }> {
    return { groups: (await listGroups(db, userId)).map(toGroup) }
  },

  /** Which of these addresses are the user's wallets, oldest first. */
  async ownedAmong(
    userId: number,
    addresses: string[],
  ): Promise<{ id: number; name: string; address: Address }[]> {
    const rows = await store.findByAddresses(db, userId, addresses)
    return rows.map(({ id, name, address }) => ({ id, name, address })).toSorted((a, b) => a.id - b.id)
  },
})
