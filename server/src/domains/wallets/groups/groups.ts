/**
 * Groups of wallets. Every change is made under the lock of the user, so that the default and the lists stay
 * consistent.
 */
import { nextGroupColor } from '@purser/contract/wallets/group-colours.ts'
import { GROUPS_PER_USER } from '@purser/contract/limits.ts'
import type { WalletGroup } from '@purser/contract/wallets/wallet-groups.ts'
import type { Db } from '../../../db/client.ts'
import { Fault } from '../../../kernel/fault.ts'
import * as store from './groups.store.ts'
import { toGroup } from '../views.ts'
import { lockUser } from '../wallets.store.ts'

export type Groups = ReturnType<typeof createGroups>
/** Without a colour it gets one that no other group of the user has. */
export type NewGroup = { name: string; description: string; color?: string | undefined }
/** In the transaction that deletes a group of the user: throws where it must not be. */
export type GroupGuard = (tx: Db, group: { userId: number; id: number }) => Promise<void>
export type GroupChange = {
  name?: string | undefined
  description?: string | undefined
  color?: string | undefined
  is_default?: boolean | undefined
  updated_at?: string | undefined
}

async function find(db: Db, userId: number, id: number): Promise<store.CountedGroup> {
  const [row] = await store.listGroups(db, userId, id)
  if (!row) throw new Fault('not_found', { what: 'Wallet group' })
  return row
}

/** All wallets must be the user's, or none is added. */
async function requireOwned(db: Db, userId: number, ids: number[]): Promise<void> {
  if ((await store.countOwned(db, userId, ids)) !== ids.length)
    throw new Fault('not_found', { what: 'Wallet' })
}

/** In the caller's transaction, under the lock of the user. */
export async function addGroup(tx: Db, userId: number, group: NewGroup): Promise<store.GroupRow> {
  const taken = await store.listColors(tx, userId)
  if (taken.length >= GROUPS_PER_USER) throw new Fault('group_limit', { limit: GROUPS_PER_USER })
  return store.insertGroup(tx, { userId, ...group, color: group.color ?? nextGroupColor(taken) })
}

/** Changes take the caller's transaction. */
export function createGroups(db: Db) {
  const guards: GroupGuard[] = []
  return {
    /** Registers a reason why a group must not be deleted. */
    guardDeletion: (guard: GroupGuard): void => void guards.push(guard),

    async list(userId: number): Promise<WalletGroup[]> {
      return (await store.listGroups(db, userId)).map(toGroup)
    },

    async get(userId: number, id: number, handle: Db = db): Promise<WalletGroup> {
      return toGroup(await find(handle, userId, id))
    },

    async create(tx: Db, userId: number, group: NewGroup): Promise<WalletGroup> {
      await lockUser(tx, userId)
      return toGroup({ ...(await addGroup(tx, userId, group)), wallets: 0 })
    },

    async update(tx: Db, userId: number, id: number, change: GroupChange): Promise<WalletGroup> {
      await lockUser(tx, userId)
      const row = await find(tx, userId, id)
      if (change.updated_at !== undefined && row.updatedAt.getTime() > Date.parse(change.updated_at))
        throw new Fault('changed_meanwhile', { what: 'group' })
      const { name, description, color, is_default: isDefault } = change
      if (isDefault === true && !row.isDefault) await store.clearDefaultGroup(tx, userId)
      await store.updateGroup(tx, id, {
        ...(name === undefined ? {} : { name }),
        ...(description === undefined ? {} : { description }),
        ...(color === undefined ? {} : { color }),
        ...(isDefault === undefined ? {} : { isDefault }),
      })
      return toGroup(await find(tx, userId, id))
    },

    /** Its wallets stay. */
    async remove(tx: Db, userId: number, id: number): Promise<void> {
      await lockUser(tx, userId)
      await find(tx, userId, id)
      for (const guard of guards) await guard(tx, { userId, id })
      await store.deleteGroup(tx, id)
    },

    async add(tx: Db, userId: number, id: number, walletIds: number[]): Promise<number> {
      await lockUser(tx, userId)
      await find(tx, userId, id)
      await requireOwned(tx, userId, walletIds)
      return store.addMembers(tx, id, walletIds)
    },

    async take(tx: Db, userId: number, id: number, walletIds: number[]): Promise<number> {
      await lockUser(tx, userId)
      await find(tx, userId, id)
      await requireOwned(tx, userId, walletIds)
      return store.removeMembers(tx, id, walletIds)
    },
  }
}
