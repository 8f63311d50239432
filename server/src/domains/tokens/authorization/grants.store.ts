/** Grants of tokens by name. A grant is active while a user has its address. */
import { GRANTS_KNOWN } from '@purser/contract/limits.ts'
import { and, desc, eq, inArray, or, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { createdTokens, tokenGrants } from '../tokens.tables.ts'

export type GrantRow = typeof tokenGrants.$inferSelect

const registered = sql<boolean>`exists (select 1 from users u where u.email = ${tokenGrants.email})`

/** Returns the new grant, or the existing one. */
export async function insertGrant(
  db: Db,
  tokenId: number,
  email: string,
): Promise<{ id: number; isNew: boolean }> {
  const [fresh] = await db
    .insert(tokenGrants)
    .values({ tokenId, email })
    .onConflictDoNothing()
    .returning({ id: tokenGrants.id })
  if (fresh) return { id: fresh.id, isNew: true }
  const [known] = await db
    .select({ id: tokenGrants.id })
    .from(tokenGrants)
    .where(and(eq(tokenGrants.tokenId, tokenId), eq(tokenGrants.email, email)))
  if (!known) throw new Error('a grant that was just written is not there')
  return { id: known.id, isNew: false }
}

/** Grants of all tokens of this user, newest first. */
export async function listGiven(db: Db, userId: number) {
  return db
    .select({
      id: tokenGrants.id,
      tokenId: tokenGrants.tokenId,
      email: tokenGrants.email,
      createdAt: tokenGrants.createdAt,
      active: registered,
      mint: createdTokens.mint,
      symbol: createdTokens.symbol,
      name: createdTokens.name,
    })
    .from(tokenGrants)
    .innerJoin(createdTokens, eq(createdTokens.id, tokenGrants.tokenId))
    .where(eq(createdTokens.userId, userId))
    .orderBy(desc(tokenGrants.id))
}

export async function countGiven(
  db: Db,
  userId: number,
): Promise<{ active: number; pending: number; byToken: Map<number, number> }> {
  const rows = await listGiven(db, userId)
  const byToken = new Map<number, number>()
  for (const { tokenId } of rows) byToken.set(tokenId, (byToken.get(tokenId) ?? 0) + 1)
  const active = rows.filter((row) => row.active).length
  return { active, pending: rows.length - active, byToken }
}

/** The newest grant of each of these tokens. */
export async function readNewest(db: Db, tokenIds: number[]): Promise<Map<number, GrantRow>> {
  if (tokenIds.length === 0) return new Map()
  const rows = await db
    .selectDistinctOn([tokenGrants.tokenId])
    .from(tokenGrants)
    .where(inArray(tokenGrants.tokenId, tokenIds))
    .orderBy(tokenGrants.tokenId, desc(tokenGrants.id))
  return new Map(rows.map((row) => [row.tokenId, row]))
}

const ownerEmail = sql<string>`(select u.email from users u where u.id = ${createdTokens.userId})`

/** The tokens that the user knows by name: own ones first, then granted ones, each oldest first. */
export async function listNamed(db: Db, userId: number) {
  const own = await db
    .select()
    .from(createdTokens)
    .where(eq(createdTokens.userId, userId))
    .orderBy(createdTokens.id)
  const granted = await db
    .select({
      mint: createdTokens.mint,
      symbol: createdTokens.symbol,
      name: createdTokens.name,
      decimals: createdTokens.decimals,
      owner: ownerEmail,
      grantId: tokenGrants.id,
      grantedAt: tokenGrants.createdAt,
    })
    .from(tokenGrants)
    .innerJoin(createdTokens, eq(createdTokens.id, tokenGrants.tokenId))
    .where(eq(tokenGrants.email, sql`(select u.email from users u where u.id = ${userId})`))
    .orderBy(tokenGrants.id)
    .limit(GRANTS_KNOWN)
  return { own, granted }
}

/** Deletes a grant of a token of the user, or to the user; returns both sides. undefined: it is neither. */
export async function deleteGrant(db: Db, userId: number, id: number) {
  const mine = db.select({ id: createdTokens.id }).from(createdTokens).where(eq(createdTokens.userId, userId))
  const [gone] = await db
    .delete(tokenGrants)
    .where(
      and(
        eq(tokenGrants.id, id),
        or(
          inArray(tokenGrants.tokenId, mine),
          eq(tokenGrants.email, sql`(select u.email from users u where u.id = ${userId})`),
        ),
      ),
    )
    .returning()
  if (!gone) return undefined
  const [token] = await db.select().from(createdTokens).where(eq(createdTokens.id, gone.tokenId))
  if (!token) throw new Error('a grant without its token')
  return { email: gone.email, token }
}

/** The user with this address. */
export async function userWith(db: Db, email: string): Promise<number | undefined> {
  const { rows } = (await db.execute(sql`select id from users where email = ${email}`)) as {
    rows: { id: number | string }[]
  }
  return rows[0] && Number(rows[0].id)
}

export async function readEmail(db: Db, userId: number): Promise<string> {
  const { rows } = (await db.execute(sql`select email from users where id = ${userId}`)) as {
    rows: { email: string }[]
  }
  if (!rows[0]) throw new Error('a user that is signed in is not there')
  return rows[0].email
}
