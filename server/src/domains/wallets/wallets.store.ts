import { and, asc, count, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { connectedWallets, dataKeys, keyAudit, systemWallets, wallets } from './wallets.tables.ts'

export type WalletRow = typeof wallets.$inferSelect

/** Serialises what must see all wallets of a user (default, names), until the transaction ends. */
export async function lockUser(db: Db, userId: number): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext(${`wallets:${userId}`}))`)
}

export async function nextIds(db: Db, n: number): Promise<number[]> {
  const result = await db.execute(
    sql`select nextval(pg_get_serial_sequence('wallets', 'id'))::int8 as id from generate_series(1, ${n})`,
  )
  return (result as { rows: { id: string | number }[] }).rows.map((row) => Number(row.id))
}

export async function insertWallets(db: Db, rows: (typeof wallets.$inferInsert)[]): Promise<WalletRow[]> {
  return db.insert(wallets).values(rows).returning()
}

export async function listWallets(db: Db, userId: number): Promise<Omit<WalletRow, 'sealedKey'>[]> {
  const { id, name, address, isDefault, createdAt } = wallets
  return db
    .select({ id, userId: wallets.userId, name, address, isDefault, createdAt })
    .from(wallets)
    .where(eq(wallets.userId, userId))
    .orderBy(asc(wallets.id))
}

export async function countWallets(db: Db, userId: number): Promise<number> {
  const [row] = await db.select({ n: count() }).from(wallets).where(eq(wallets.userId, userId))
  return row?.n ?? 0
}

export async function findById(db: Db, userId: number, id: number): Promise<WalletRow | undefined> {
  const [row] = await db
    .select()
    .from(wallets)
    .where(and(eq(wallets.userId, userId), eq(wallets.id, id)))
  return row
}

export async function findByAddresses(db: Db, userId: number, addresses: string[]): Promise<WalletRow[]> {
  if (addresses.length === 0) return []
  return db
    .select()
    .from(wallets)
    .where(and(eq(wallets.userId, userId), inArray(wallets.address, addresses)))
}

export async function findDefault(db: Db, userId: number): Promise<WalletRow | undefined> {
  const [row] = await db
    .select()
    .from(wallets)
    .where(and(eq(wallets.userId, userId), eq(wallets.isDefault, true)))
  return row
}

export async function readDataKey(db: Db, owner: string): Promise<Uint8Array | undefined> {
  const [row] = await db.select().from(dataKeys).where(eq(dataKeys.owner, owner))
  return row?.sealedKey
}

/** The first writer's key stays: whoever comes second uses that. */
export async function keepDataKey(db: Db, owner: string, sealedKey: Uint8Array): Promise<Uint8Array> {
  await db.insert(dataKeys).values({ owner, sealedKey }).onConflictDoNothing()
  return (await readDataKey(db, owner)) ?? sealedKey
}

/** Until the transaction ends: writers of data keys share theirs, a rotation has its own. Reading goes on. */
export async function lockDataKeys(db: Db, mode: 'row exclusive' | 'exclusive'): Promise<void> {
  await db.execute(sql`lock table ${dataKeys} in ${sql.raw(mode)} mode`)
}

export async function allDataKeys(db: Db) {
  return db.select().from(dataKeys)
}

export async function writeDataKey(db: Db, owner: string, sealedKey: Uint8Array): Promise<void> {
  await db.update(dataKeys).set({ sealedKey }).where(eq(dataKeys.owner, owner))
}

export async function readSystemWallet(db: Db, role: string) {
  const [row] = await db.select().from(systemWallets).where(eq(systemWallets.role, role))
  return row
}

export async function keepSystemWallet(db: Db, row: typeof systemWallets.$inferInsert) {
  await db.insert(systemWallets).values(row).onConflictDoNothing()
  return (await readSystemWallet(db, row.role)) ?? row
}

export async function writeAudit(db: Db, row: typeof keyAudit.$inferInsert): Promise<void> {
  await db.insert(keyAudit).values(row)
}

export async function connect(db: Db, sessionId: string, walletId: number): Promise<void> {
  await db
    .insert(connectedWallets)
    .values({ sessionId, walletId })
    .onConflictDoUpdate({ target: connectedWallets.sessionId, set: { walletId } })
}

export async function disconnect(db: Db, sessionId: string): Promise<void> {
  await db.delete(connectedWallets).where(eq(connectedWallets.sessionId, sessionId))
}

export async function findConnected(
  db: Db,
  userId: number,
  sessionId: string,
): Promise<WalletRow | undefined> {
  const [row] = await db
    .select({ wallet: wallets })
    .from(connectedWallets)
    .innerJoin(wallets, eq(wallets.id, connectedWallets.walletId))
    .where(and(eq(connectedWallets.sessionId, sessionId), eq(wallets.userId, userId)))
  return row?.wallet
}
