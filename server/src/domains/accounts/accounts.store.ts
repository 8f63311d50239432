import { CODE_TRIES } from '@purser/contract/limits.ts'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { codes, sessions, tickets, users } from './accounts.tables.ts'

export type UserRow = typeof users.$inferSelect
export type Intent = 'login' | 'register' | 'keys'
export type Purpose = 'sign-in' | 'keys'

export async function findUser(db: Db, email: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.email, email))
  return row
}

export async function userById(db: Db, id: number): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.id, id))
  return row
}

/** The user of this address, made when there is none: two codes used at once make one account. */
export async function ensureUser(db: Db, email: string): Promise<UserRow> {
  await db.insert(users).values({ email }).onConflictDoNothing()
  const row = await findUser(db, email)
  if (!row) throw new Error('a user that was just written is not there')
  return row
}

export async function updateUser(
  db: Db,
  id: number,
  change: Partial<typeof users.$inferInsert>,
): Promise<UserRow | undefined> {
  if (Object.keys(change).length === 0) return userById(db, id)
  const [row] = await db.update(users).set(change).where(eq(users.id, id)).returning()
  return row
}

/** Puts the code in the place of an older one; answers the older one's id, so that its mail can be blanked. */
export async function replaceCode(
  db: Db,
  code: { id: string; email: string; purpose: Purpose; intent: Intent; codeHash: string; expiresAt: Date },
): Promise<string | undefined> {
  const old = await db
    .delete(codes)
    .where(and(eq(codes.email, code.email), eq(codes.purpose, code.purpose)))
    .returning({ id: codes.id })
  await db
    .insert(codes)
    .values({ ...code, triesLeft: CODE_TRIES })
    .onConflictDoUpdate({ target: [codes.email, codes.purpose], set: { ...code, triesLeft: CODE_TRIES } })
  return old[0]?.id
}

/** Spends one try, in one statement: parallel guesses cannot share it. Nothing when there is no code that can be tried. */
export async function spendTry(db: Db, email: string, purpose: Purpose, now: Date) {
  const [row] = await db
    .update(codes)
    .set({ triesLeft: sql`${codes.triesLeft} - 1` })
    .where(
      and(
        eq(codes.email, email),
        eq(codes.purpose, purpose),
        gt(codes.triesLeft, 0),
        gt(codes.expiresAt, now),
      ),
    )
    .returning()
  return row
}

/** Uses the code up. False when another call was first. */
export async function consumeCode(db: Db, id: string, codeHash: string): Promise<boolean> {
  const gone = await db
    .delete(codes)
    .where(and(eq(codes.id, id), eq(codes.codeHash, codeHash)))
    .returning({ id: codes.id })
  return gone.length > 0
}

export async function insertSession(
  db: Db,
  session: { userId: number; tokenHash: string; expiresAt: Date },
): Promise<void> {
  await db.insert(sessions).values(session)
}

export async function findSession(db: Db, tokenHash: string, now: Date) {
  const [row] = await db
    .select({ id: sessions.id, userId: sessions.userId, usedAt: sessions.usedAt })
    .from(sessions)
    .where(and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, now)))
  return row
}

export async function renewSession(db: Db, id: string, usedAt: Date, expiresAt: Date): Promise<void> {
  await db.update(sessions).set({ usedAt, expiresAt }).where(eq(sessions.id, id))
}

export async function deleteSession(db: Db, id: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.id, id))
}

export async function insertTicket(
  db: Db,
  ticket: { ticketHash: string; sessionId: string; expiresAt: Date },
): Promise<void> {
  await db.insert(tickets).values(ticket)
}

/** Uses the ticket up and answers whose it was. */
export async function consumeTicket(db: Db, ticketHash: string, now: Date) {
  const [ticket] = await db.delete(tickets).where(eq(tickets.ticketHash, ticketHash)).returning()
  if (!ticket || ticket.expiresAt <= now) return undefined
  const [session] = await db
    .select({ id: sessions.id, userId: sessions.userId })
    .from(sessions)
    .where(and(eq(sessions.id, ticket.sessionId), gt(sessions.expiresAt, now)))
  return session
}

/** Removes what is over; answers the ids of codes that expired. */
export async function sweep(db: Db, now: Date): Promise<string[]> {
  await db.delete(tickets).where(lt(tickets.expiresAt, now))
  await db.delete(sessions).where(lt(sessions.expiresAt, now))
  const gone = await db.delete(codes).where(lt(codes.expiresAt, now)).returning({ id: codes.id })
  return gone.map((row) => row.id)
}
