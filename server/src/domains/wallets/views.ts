/** Wallets and groups as the API answers them. */
import type { GroupBadge, Wallet } from '@purser/contract/wallets/wallets.ts'
import type { WalletGroup } from '@purser/contract/wallets/wallet-groups.ts'
import type { Db } from '../../db/client.ts'
import { Fault } from '../../kernel/fault.ts'
import * as groupStore from './groups/groups.store.ts'
import type { WalletsState } from './parts.ts'
import type { OwnedWallet, Views } from './wallets.ts'
import * as store from './wallets.store.ts'

export function createViews({ db, rows }: WalletsState): Views {
  return {
    listWithGroups: (userId, where) => viewWallets(db, userId, where),
    listGroups: async (userId) => (await groupStore.listGroups(db, userId)).map(toGroup),
    async get(userId, id) {
      const [row] = await store.listByIds(db, userId, [id])
      if (!row) throw new Fault('not_found', { what: 'Wallet' })
      return viewWallet(db, row)
    },
    getByAddress: async (userId, address) => viewWallet(db, await rows.one(userId, address)),
  }
}

export const toOwned = ({ id, userId, name, address }: store.Named): OwnedWallet => ({
  id,
  userId,
  name,
  address,
})

export const toGroup = (row: groupStore.CountedGroup): WalletGroup => ({
  id: row.id,
  name: row.name,
  description: row.description,
  color: row.color,
  is_default: row.isDefault,
  wallet_count: row.wallets,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
})

export const toBadge = ({ id, name, color }: GroupBadge): GroupBadge => ({ id, name, color })

export const toWallet = (row: store.ListedRow, groups: GroupBadge[]): Wallet => ({
  id: row.id,
  name: row.name,
  address: row.address,
  is_default: row.isDefault,
  groups,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
})

/** An id of a path. Throws not_found for one that cannot be an id, as for one that is not the user's. */
export function parseId(text: string | undefined, what: 'Wallet' | 'Wallet group'): number {
  if (text === undefined || !/^[1-9]\d{0,14}$/.test(text)) throw new Fault('not_found', { what })
  return Number(text)
}

/** The groups of each wallet; `of` for one wallet alone. */
export async function loadBadges(
  db: Db,
  userId: number,
  groups: GroupBadge[],
  of?: number,
): Promise<(walletId: number) => GroupBadge[]> {
  if (groups.length === 0) return () => []
  const byId = new Map(groups.map((group) => [group.id, toBadge(group)]))
  const byWallet = new Map<number, GroupBadge[]>()
  for (const { walletId, groupId } of await store.listMemberships(db, userId, of)) {
    const badge = byId.get(groupId)
    if (!badge) continue
    const list = byWallet.get(walletId)
    if (list) list.push(badge)
    else byWallet.set(walletId, [badge])
  }
  return (walletId) => byWallet.get(walletId) ?? []
}

export async function viewWallet(db: Db, row: store.ListedRow): Promise<Wallet> {
  const groups = await groupStore.listGroups(db, row.userId)
  return toWallet(row, (await loadBadges(db, row.userId, groups, row.id))(row.id))
}

/** Wallets and groups of the user. Throws not_found for a group that is not theirs. */
export async function viewWallets(
  db: Db,
  userId: number,
  where: store.Within,
): Promise<{ wallets: Wallet[]; groups: WalletGroup[] }> {
  const groups = await groupStore.listGroups(db, userId)
  const groupId = where !== null && where !== 'ungrouped' && 'groupId' in where ? where.groupId : null
  if (groupId !== null && !groups.some((group) => group.id === groupId))
    throw new Fault('not_found', { what: 'Wallet group' })
  const rows = await store.listWallets(db, userId, where)
  const badges = where === 'ungrouped' ? () => [] : await loadBadges(db, userId, groups)
  return { wallets: rows.map((row) => toWallet(row, badges(row.id))), groups: groups.map(toGroup) }
}
