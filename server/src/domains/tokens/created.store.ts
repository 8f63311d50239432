/** Tokens that users have created. */
import { and, count, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { createdTokens } from './tokens.tables.ts'

export type CreatedToken = typeof createdTokens.$inferSelect
export type NewToken = Omit<typeof createdTokens.$inferInsert, 'id' | 'createdAt'>

/** Does nothing if the token is known. */
export async function insertToken(db: Db, token: NewToken): Promise<void> {
  await db.insert(createdTokens).values(token).onConflictDoNothing()
}

/** Deletes its grants, too: a fork has dropped it. */
export async function deleteToken(db: Db, operationId: string): Promise<void> {
  await db.delete(createdTokens).where(eq(createdTokens.operationId, operationId))
}

/** Newest first. */
export async function listTokens(
  db: Db,
  userId: number,
  page: { limit: number; offset: number },
): Promise<CreatedToken[]> {
  return db
    .select()
    .from(createdTokens)
    .where(eq(createdTokens.userId, userId))
    .orderBy(desc(createdTokens.id))
    .limit(page.limit)
    .offset(page.offset)
}

export async function countTokens(db: Db, userId: number): Promise<number> {
  const [row] = await db.select({ n: count() }).from(createdTokens).where(eq(createdTokens.userId, userId))
  return row?.n ?? 0
}

export async function findToken(db: Db, userId: number, id: number): Promise<CreatedToken | undefined> {
  const [row] = await db
    .select()
    .from(createdTokens)
    .where(and(eq(createdTokens.userId, userId), eq(createdTokens.id, id)))
  return row
}

/** Created by any user. */
export async function isCreatedHere(db: Db, mint: string): Promise<boolean> {
  const [row] = await db
    .select({ id: createdTokens.id })
    .from(createdTokens)
    .where(sql`${createdTokens.mint} = ${mint}`)
  return row !== undefined
}

/** Within a transaction: other changes to the user's shared or created tokens wait. */
export async function lockTokens(db: Db, userId: number): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext(${`tokens:${userId}`}))`)
}
