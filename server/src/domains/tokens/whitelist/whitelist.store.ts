import type { Address } from '@solana/kit'
import { and, count, countDistinct, desc, eq, inArray, sql } from 'drizzle-orm'
import { alike } from '../../../db/alike.ts'
import type { Db } from '../../../db/client.ts'
import { whitelistEntries as entries } from '../tokens.tables.ts'

export type EntryRow = typeof entries.$inferSelect
export type Pair = { wallet: Address; mint: Address }

/** Newest first. */
export const listEntries = (db: Db, userId: number): Promise<EntryRow[]> =>
  db.select().from(entries).where(eq(entries.userId, userId)).orderBy(desc(entries.id))

export async function readStats(
  db: Db,
  userId: number,
): Promise<{ wallets: number; mints: number; total: number }> {
  const [row] = await db
    .select({
      wallets: countDistinct(entries.wallet),
      mints: countDistinct(entries.mint),
      total: count(),
    })
    .from(entries)
    .where(eq(entries.userId, userId))
  return row ?? { wallets: 0, mints: 0, total: 0 }
}

/** Serialises additions of a user until the transaction ends, so that their limit holds. */
export async function lockWhitelist(tx: Db, userId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`whitelist:${userId}`}))`)
}

/** undefined: the pair exists already. */
export async function insertEntry(tx: Db, entry: Omit<EntryRow, 'id'>): Promise<EntryRow | undefined> {
  const [row] = await tx.insert(entries).values(entry).onConflictDoNothing().returning()
  return row
}

export async function deleteEntry(tx: Db, userId: number, id: number): Promise<EntryRow | undefined> {
  const [row] = await tx
    .delete(entries)
    .where(and(eq(entries.userId, userId), eq(entries.id, id)))
    .returning()
  return row
}

/**
 * Whether this wallet is whitelisted for one of these mints; without mints, for any. In a transaction the entry cannot be
 * removed until that ends.
 */
export async function holdsPair(
  db: Db,
  userId: number,
  { wallet, mints }: { wallet: string; mints?: readonly string[] },
): Promise<boolean> {
  const rows = await db
    .select({ id: entries.id })
    .from(entries)
    .where(
      and(
        eq(entries.userId, userId),
        eq(entries.wallet, wallet as Address),
        mints && inArray(entries.mint, mints as Address[]),
      ),
    )
    .limit(1)
    .for('share')
  return rows.length > 0
}

export async function findAlike(db: Db, userId: number, wallet: string): Promise<string | null> {
  const [row] = await db
    .select({ wallet: entries.wallet })
    .from(entries)
    .where(and(eq(entries.userId, userId), alike(entries.wallet, wallet)))
    .limit(1)
  return row?.wallet ?? null
}
