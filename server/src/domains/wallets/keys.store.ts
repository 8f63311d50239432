/** Data keys, sealed, and the wallets of the desk itself. */
import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { dataKeys, systemWallets } from './wallets.tables.ts'

export async function readDataKey(db: Db, owner: string): Promise<Uint8Array | undefined> {
  const [row] = await db.select().from(dataKeys).where(eq(dataKeys.owner, owner))
  return row?.sealedKey
}

/** The first writer wins: a second one uses that key. */
export async function keepDataKey(db: Db, owner: string, sealedKey: Uint8Array): Promise<Uint8Array> {
  await db.insert(dataKeys).values({ owner, sealedKey }).onConflictDoNothing()
  return (await readDataKey(db, owner)) ?? sealedKey
}

export async function anyDataKey(db: Db) {
  const [row] = await db.select().from(dataKeys).limit(1)
  return row
}

/** Until the transaction ends: writers of data keys share the lock, a rotation takes it alone. Reading goes on. */
export async function lockDataKeys(db: Db, mode: 'row share' | 'row exclusive' | 'exclusive'): Promise<void> {
  await db.execute(sql`lock table ${dataKeys} in ${sql.raw(mode)} mode`)
}

export async function allDataKeys(db: Db) {
  return db.select().from(dataKeys)
}

export async function writeDataKey(db: Db, owner: string, sealedKey: Uint8Array): Promise<void> {
  await db.update(dataKeys).set({ sealedKey }).where(eq(dataKeys.owner, owner))
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
