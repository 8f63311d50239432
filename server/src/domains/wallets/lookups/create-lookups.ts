/** Composes the handle that finds wallets for other domains. */
import { SETTLED_AFTER_MS } from '@purser/contract/limits.ts'
import type { Wallet } from '@purser/contract/wallets/wallets.ts'
import type { Address } from '@solana/kit'
import type { Db } from '../../../db/client.ts'
import { Fault } from '../../../kernel/fault.ts'
import type { WalletsState } from '../parts.ts'
import { toOwned, viewWallets } from '../views.ts'
import type { Lookups, OwnedWallet } from '../wallets.ts'
import * as store from '../wallets.store.ts'
import { findAlike } from './alike.store.ts'
import { listSettled } from './settled-wallets.store.ts'

export function createLookups({ db, clock, rows }: WalletsState): Lookups {
  return {
    getByIds: (userId, ids, handle = db) => getByIds(handle, userId, ids),
    getByAddresses: async (userId, addresses, { recent } = { recent: false }) =>
      (await rows.of(userId, addresses, recent)).map(toOwned),
    async find(tx, userId, id) {
      const [row] = await store.listNamed(tx, userId, [id])
      return row ? toOwned(row) : null
    },
    async findDefault(userId) {
      const row = await store.findDefault(db, userId)
      return row ? toOwned(row) : null
    },
    findAlike: (userId, address) => findAlike(db, userId, address),
    async list(userId, handle = db) {
      const { wallets } = await viewWallets(handle, userId, null)
      return wallets.map((wallet) => ({
        ...narrow(userId)(wallet),
        groupIds: wallet.groups.map((g) => g.id),
      }))
    },
    listInGroup: async (userId, groupId) =>
      (await viewWallets(db, userId, { groupId })).wallets.map(narrow(userId)),
    async listAmong(userId, addresses) {
      const found = await store.findByAddresses(db, userId, addresses)
      return found.map(({ id, name, address }) => ({ id, name, address })).toSorted((a, b) => a.id - b.id)
    },
    listOfAnyone: async (addresses) => (await store.findAnywhere(db, addresses)).map(toOwned),
    async listSettled(userId, addresses, { ever } = { ever: false }) {
      const since = ever ? null : new Date(clock.now() - SETTLED_AFTER_MS)
      return new Set(await listSettled(db, userId, addresses, since))
    },
    listImported: (userId) => store.listImported(db, userId),
    listHolders: () => store.listHolders(db),
  }
}

const narrow =
  (userId: number) =>
  ({ id, name, address }: Wallet): OwnedWallet => ({ id, userId, name, address: address as Address })

async function getByIds(db: Db, userId: number, ids: number[]): Promise<OwnedWallet[]> {
  const rows = new Map((await store.listNamed(db, userId, ids)).map((row) => [row.id, row]))
  return ids.map((id) => {
    const row = rows.get(id)
    if (!row) throw new Fault('not_found', { what: 'Wallet' })
    return toOwned(row)
  })
}
