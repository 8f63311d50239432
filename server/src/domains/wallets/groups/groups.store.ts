import { and, asc, count, eq, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { each, later } from '../wallets.store.ts'
import { groupMembers, walletGroups, wallets } from '../wallets.tables.ts'

export type GroupRow = typeof walletGroups.$inferSelect
export type CountedGroup = GroupRow & { wallets: number }

/** Oldest first, with their number of wallets; `id` for one alone. */
export async function listGroups(db: Db, userId: number, id?: number): Promise<CountedGroup[]> {
  const rows = await db
    .select({ group: walletGroups, wallets: count(groupMembers.walletId) })
    .from(walletGroups)
    .leftJoin(groupMembers, eq(groupMembers.groupId, walletGroups.id))
    .where(and(eq(walletGroups.userId, userId), id === undefined ? undefined : eq(walletGroups.id, id)))
    .groupBy(walletGroups.id)
    .orderBy(asc(walletGroups.id))
  return rows.map((row) => ({ ...row.group, wallets: row.wallets }))
}

/** One of each group. */
export async function listColors(db: Db, userId: number): Promise<string[]> {
  const rows = await db
    .select({ color: walletGroups.color })
    .from(walletGroups)
    .where(eq(walletGroups.userId, userId))
  return rows.map((row) => row.color)
}

export async function insertGroup(
  db: Db,
  row: { userId: number; name: string; description: string; color: string },
): Promise<GroupRow> {
  const [inserted] = await db.insert(walletGroups).values(row).returning()
  if (!inserted) throw new Error('a group that was just written is not there')
  return inserted
}

export async function updateGroup(
  db: Db,
  id: number,
  change: Partial<Pick<GroupRow, 'name' | 'description' | 'color' | 'isDefault'>>,
): Promise<void> {
  await db
    .update(walletGroups)
    .set({ ...change, updatedAt: later(sql`${walletGroups.updatedAt}`) })
    .where(eq(walletGroups.id, id))
}

export async function clearDefaultGroup(db: Db, userId: number): Promise<void> {
  await db
    .update(walletGroups)
    .set({ isDefault: false, updatedAt: later(sql`${walletGroups.updatedAt}`) })
    .where(and(eq(walletGroups.userId, userId), eq(walletGroups.isDefault, true)))
}

export async function deleteGroup(db: Db, id: number): Promise<void> {
  await db.delete(walletGroups).where(eq(walletGroups.id, id))
}

/** The number of ids that are wallets of the user. */
export async function countOwned(db: Db, userId: number, ids: number[]): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(wallets)
    .where(and(eq(wallets.userId, userId), sql`${wallets.id} in ${each(ids)}`))
  return row?.n ?? 0
}

/** Returns how many were not in it before. */
export async function addMembers(db: Db, groupId: number, ids: number[]): Promise<number> {
  const { rows } = (await db.execute(sql`
    insert into wallet_group_members (group_id, wallet_id)
    select ${groupId}, id from ${each(ids)} as added(id)
    on conflict do nothing returning wallet_id`)) as { rows: unknown[] }
  return rows.length
}

export async function removeMembers(db: Db, groupId: number, ids: number[]): Promise<number> {
  const gone = await db
    .delete(groupMembers)
    .where(and(eq(groupMembers.groupId, groupId), sql`${groupMembers.walletId} in ${each(ids)}`))
    .returning({ id: groupMembers.walletId })
  return gone.length
}
