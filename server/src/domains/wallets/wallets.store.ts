import type { Address } from '@solana/kit'
import { and, asc, count, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { JSON_ROWS } from '../../db/portions.ts'
import { connectedWallets, groupMembers, keyAudit, walletGroups, wallets } from './wallets.tables.ts'

export type WalletRow = typeof wallets.$inferSelect
/** A wallet without its key. */
export type ListedRow = Omit<WalletRow, 'sealedKey' | 'importedAt' | 'keyOutAt'>
export type NewWallet = Pick<WalletRow, 'id' | 'name' | 'address' | 'sealedKey' | 'isDefault'>

/** A list as one parameter: a statement takes 65,535 of them, and each costs. */
export const each = (ids: number[]): SQL =>
  sql`(select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)::int8)`

/** Serialises work that depends on all wallets of a user (default, names), until the transaction ends. */
export async function lockUser(db: Db, userId: number): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext(${`wallets:${userId}`}))`)
}

export async function nextIds(db: Db, n: number): Promise<number[]> {
  const result = await db.execute(
    sql`select nextval(pg_get_serial_sequence('wallets', 'id'))::int8 as id from generate_series(1, ${n})`,
  )
  return (result as { rows: { id: string | number }[] }).rows.map((row) => Number(row.id))
}

/** Facts that all new rows share. `keyOut`: others have the key, or see it in the answer to this request. */
export type Arrival = { at: Date; imported: boolean; keyOut: boolean }

/** All in one statement and one parameter, however many. */
export async function insertWallets(
  db: Db,
  userId: number,
  { at, imported, keyOut }: Arrival,
  rows: NewWallet[],
): Promise<void> {
  const list = rows.map((r) => ({ ...r, sealedKey: Buffer.from(r.sealedKey).toString('base64') }))
  const time = at.toISOString()
  await db.execute(sql`
    insert into wallets
      (id, user_id, name, address, sealed_key, is_default, imported_at, key_out_at, created_at, updated_at)
    select r.id, ${userId}, r.name, r.address, decode(r."sealedKey", 'base64'), r."isDefault",
      ${imported ? time : null}::timestamptz, ${keyOut ? time : null}::timestamptz, ${time}::timestamptz,
      ${time}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(list)}::jsonb)
      as r(id int8, name text, address text, "sealedKey" text, "isDefault" boolean)`)
}

const listed = {
  id: wallets.id,
  userId: wallets.userId,
  name: wallets.name,
  address: wallets.address,
  isDefault: wallets.isDefault,
  createdAt: wallets.createdAt,
  updatedAt: wallets.updatedAt,
}
/** null: all of them. */
export type Within = { groupId: number } | { walletIds: number[] } | 'ungrouped' | null

const within = (where: Within): SQL | undefined => {
  if (where === null) return undefined
  if (where === 'ungrouped')
    return sql`not exists (select from ${groupMembers} where ${groupMembers.walletId} = ${wallets.id})`
  if ('walletIds' in where) return sql`${wallets.id} in ${each(where.walletIds)}`
  return sql`exists (select from ${groupMembers} where ${groupMembers.walletId} = ${wallets.id} and ${groupMembers.groupId} = ${where.groupId})`
}

/** Oldest first. */
export async function listWallets(db: Db, userId: number, where: Within): Promise<ListedRow[]> {
  return db
    .select(listed)
    .from(wallets)
    .where(and(eq(wallets.userId, userId), within(where)))
    .orderBy(asc(wallets.id))
}

/** The wallets with their sealed keys, for export. */
export async function listSealed(db: Db, userId: number, where: Within): Promise<WalletRow[]> {
  return db
    .select()
    .from(wallets)
    .where(and(eq(wallets.userId, userId), within(where)))
    .orderBy(asc(wallets.id))
}

/** The wallets with these ids that are the user's. */
export async function listByIds(db: Db, userId: number, ids: number[]): Promise<ListedRow[]> {
  return db
    .select(listed)
    .from(wallets)
    .where(and(eq(wallets.userId, userId), sql`${wallets.id} in ${each(ids)}`))
}

export type Named = { id: number; userId: number; name: string; address: Address }

/**
 * Those of them that are the user's, in cells of JSON: the embedded database is slow with many rows, and keeps ten times
 * the memory of a large cell.
 */
export async function listNamed(db: Db, userId: number, ids: number[]): Promise<Named[]> {
  const { rows } = (await db.execute(sql`
    select json_agg(json_build_array(id, name, address))::text as list
    from wallets where user_id = ${userId} and id in ${each(ids)} group by id / ${sql.raw(String(JSON_ROWS))}`)) as {
    rows: { list: string }[]
  }
  const parseList = (cell: string) => JSON.parse(cell) as [id: number, name: string, address: Address][]
  return rows.flatMap(({ list }) =>
    parseList(list).map(([id, name, address]) => ({ id, userId, name, address })),
  )
}

/** The groups of each wallet; `of` one wallet alone, or all of the user. */
export async function listMemberships(
  db: Db,
  userId: number,
  of?: number,
): Promise<{ walletId: number; groupId: number }[]> {
  return db
    .select({ walletId: groupMembers.walletId, groupId: groupMembers.groupId })
    .from(groupMembers)
    .innerJoin(walletGroups, eq(walletGroups.id, groupMembers.groupId))
    .where(and(eq(walletGroups.userId, userId), of === undefined ? undefined : eq(groupMembers.walletId, of)))
    .orderBy(asc(groupMembers.groupId))
}

/** The users who have wallets. */
export async function listHolders(db: Db): Promise<number[]> {
  const rows = await db.selectDistinct({ userId: wallets.userId }).from(wallets).orderBy(asc(wallets.userId))
  return rows.map((row) => row.userId)
}

/** The wallets of any user: several may have imported the same key. */
export async function findAnywhere(db: Db, addresses: string[]): Promise<ListedRow[]> {
  if (addresses.length === 0) return []
  return db
    .select(listed)
    .from(wallets)
    .where(inArray(wallets.address, addresses as Address[]))
}

/** The highest number in a name with this prefix, 0 when there is none. */
export async function highestNumber(db: Db, userId: number, prefix: string): Promise<number> {
  const rest = sql`substr(${wallets.name}, char_length(${prefix}) + 2)`
  const [row] = await db
    .select({ n: sql<number>`coalesce(max(${rest}::int), 0)::int` })
    .from(wallets)
    .where(
      and(
        eq(wallets.userId, userId),
        sql`starts_with(${wallets.name}, ${`${prefix} `}) and ${rest} ~ '^[1-9][0-9]{0,5}$'`,
      ),
    )
  return row?.n ?? 0
}

export async function findOldest(db: Db, userId: number): Promise<ListedRow | undefined> {
  const [row] = await db
    .select(listed)
    .from(wallets)
    .where(eq(wallets.userId, userId))
    .orderBy(asc(wallets.id))
    .limit(1)
  return row
}

/** Later than before, even where two changes share a millisecond. */
export const later = (column: SQL): SQL =>
  sql`greatest(clock_timestamp(), ${column} + interval '1 millisecond')`

export async function updateWallet(
  db: Db,
  id: number,
  change: { name?: string; isDefault?: boolean },
): Promise<void> {
  await db
    .update(wallets)
    .set({ ...change, updatedAt: later(sql`${wallets.updatedAt}`) })
    .where(eq(wallets.id, id))
}

/** Unsets the default: the new one is set next, in the same transaction. */
export async function clearDefault(db: Db, userId: number): Promise<void> {
  await db
    .update(wallets)
    .set({ isDefault: false, updatedAt: later(sql`${wallets.updatedAt}`) })
    .where(and(eq(wallets.userId, userId), eq(wallets.isDefault, true)))
}

export async function deleteWallet(db: Db, id: number): Promise<void> {
  await db.delete(wallets).where(eq(wallets.id, id))
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
    .where(and(eq(wallets.userId, userId), inArray(wallets.address, addresses as Address[])))
}

export async function findDefault(db: Db, userId: number): Promise<WalletRow | undefined> {
  const [row] = await db
    .select()
    .from(wallets)
    .where(and(eq(wallets.userId, userId), eq(wallets.isDefault, true)))
  return row
}

/**
 * In the transaction of an answer that holds these keys, however many: one statement. updated_at stays, as nothing that is
 * shown of a wallet has changed.
 */
export async function markKeysOut(tx: Db, ids: number[], at: Date): Promise<void> {
  await tx
    .update(wallets)
    .set({ keyOutAt: sql`greatest(${wallets.keyOutAt}, ${at.toISOString()}::timestamptz)` })
    .where(sql`${wallets.id} in ${each(ids)}`)
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

export async function listImported(db: Db, userId: number): Promise<number[]> {
  const rows = await db
    .select({ id: wallets.id })
    .from(wallets)
    .where(and(eq(wallets.userId, userId), sql`${wallets.importedAt} is not null`))
  return rows.map(({ id }) => id)
}
