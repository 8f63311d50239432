/** Data keys, sealed, and the wallets and secrets of the desk itself. */
import { and, asc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { dataKeys, deskSecrets, systemWallets } from '../wallets.tables.ts'

export type DataKeyRow = typeof dataKeys.$inferSelect

/** `lock`: until the transaction ends nobody replaces it ('share'), or reads it to seal with it ('update'). */
export async function readDataKey(
  db: Db,
  owner: string,
  lock?: 'share' | 'update',
): Promise<DataKeyRow | undefined> {
  const query = db.select().from(dataKeys).where(eq(dataKeys.owner, owner))
  const [row] = await (lock ? query.for(lock) : query)
  return row
}

/** The first writer wins: a second one uses that key. Locked as by 'share'. */
export async function keepDataKey(db: Db, owner: string, sealedKey: Uint8Array): Promise<DataKeyRow> {
  await db.insert(dataKeys).values({ owner, sealedKey }).onConflictDoNothing()
  const row = await readDataKey(db, owner, 'share')
  if (!row) throw new Error('a data key that was just written is not there')
  return row
}

export async function anyDataKey(db: Db) {
  const [row] = await db.select().from(dataKeys).limit(1)
  return row
}

/** Until the transaction ends: writers of data keys share the lock, a rotation takes it alone. Reading goes on. */
export async function lockDataKeys(db: Db, mode: 'row share' | 'row exclusive' | 'exclusive'): Promise<void> {
  await db.execute(sql`lock table ${dataKeys} in ${sql.raw(mode)} mode`)
}

export async function allDataKeys(db: Db): Promise<DataKeyRow[]> {
  return db.select().from(dataKeys)
}

export async function writeDataKey(
  db: Db,
  owner: string,
  change: Partial<Omit<DataKeyRow, 'owner'>>,
): Promise<void> {
  await db.update(dataKeys).set(change).where(eq(dataKeys.owner, owner))
}

/** All of them are to be replaced. */
export async function markStale(tx: Db): Promise<void> {
  await tx.update(dataKeys).set({ staleSince: sql`now()`, unopened: 0 }).where(isNull(dataKeys.staleSince))
}

/** In the order of their names. */
export async function nextStale(db: Db, after: string): Promise<string | undefined> {
  const [row] = await db
    .select({ owner: dataKeys.owner })
    .from(dataKeys)
    .where(and(isNotNull(dataKeys.staleSince), gt(dataKeys.owner, after)))
    .orderBy(asc(dataKeys.owner))
    .limit(1)
  return row?.owner
}

export type DataKeyCounts = {
  /** Users with a data key, and those of them whose key is not to be replaced any more. */
  users: number
  replaced: number
  /** Data keys, of users and of the desk, that are still to be replaced. */
  stale: number
  /** Values that could not be opened when they were to be sealed anew. */
  unopened: number
}

export async function countDataKeys(db: Db): Promise<DataKeyCounts> {
  const isUser = sql`${dataKeys.owner} like 'user:%'`
  const [row] = await db
    .select({
      users: sql<number>`count(*) filter (where ${isUser})::int`,
      replaced: sql<number>`count(*) filter (where ${isUser} and ${dataKeys.staleSince} is null)::int`,
      stale: sql<number>`count(${dataKeys.staleSince})::int`,
      unopened: sql<number>`coalesce(sum(${dataKeys.unopened}), 0)::int`,
    })
    .from(dataKeys)
  return row ?? { users: 0, replaced: 0, stale: 0, unopened: 0 }
}

/** When the data keys were marked that are still to be replaced. null: none is. */
export async function staleSince(db: Db): Promise<Date | null> {
  const [row] = await db
    .select({ at: dataKeys.staleSince })
    .from(dataKeys)
    .where(isNotNull(dataKeys.staleSince))
    .orderBy(asc(dataKeys.staleSince))
    .limit(1)
  return row?.at ?? null
}

export type SystemWalletRow = typeof systemWallets.$inferInsert

export async function readSystemWallet(db: Db, role: string): Promise<SystemWalletRow | undefined> {
  const [row] = await db.select().from(systemWallets).where(eq(systemWallets.role, role))
  return row
}

export async function keepSystemWallet(db: Db, row: SystemWalletRow): Promise<SystemWalletRow> {
  await db.insert(systemWallets).values(row).onConflictDoNothing()
  return (await readSystemWallet(db, row.role)) ?? row
}

export async function readDeskSecret(db: Db, name: string): Promise<Uint8Array | undefined> {
  const [row] = await db.select().from(deskSecrets).where(eq(deskSecrets.name, name))
  return row?.sealedSecret
}

/** The first writer wins. */
export async function keepDeskSecret(db: Db, name: string, sealedSecret: Uint8Array): Promise<void> {
  await db.insert(deskSecrets).values({ name, sealedSecret }).onConflictDoNothing()
}
