import { and, asc, desc, eq, gt, inArray, lt, ne } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { startRound } from '../../db/portions.ts'
import { devices, sessions, tickets, users } from './accounts.tables.ts'

export type UserRow = typeof users.$inferSelect
export type SessionRow = typeof sessions.$inferSelect

export async function findUser(db: Db, email: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.email, email))
  return row
}

export async function userById(db: Db, id: number): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.id, id))
  return row
}

/** Locks the user until the caller's transaction ends: whoever wants to change the row waits. */
export async function holdUser(
  tx: Db,
  id: number,
  lock: 'share' | 'no key update',
): Promise<UserRow | undefined> {
  const [row] = await tx.select().from(users).where(eq(users.id, id)).for(lock)
  return row
}

/** Returns the user of this address, created if missing: two codes used at once make one account. */
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

/** The device of this token, if it belongs to the user with this address. */
export async function findDevice(db: Db, tokenHash: string, email: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: devices.id })
    .from(devices)
    .innerJoin(users, eq(users.id, devices.userId))
    .where(and(eq(devices.tokenHash, tokenHash), eq(users.email, email)))
  return row?.id
}

export async function insertDevice(
  db: Db,
  device: { userId: number; tokenHash: string; usedAt: Date },
): Promise<void> {
  await db.insert(devices).values(device)
}

/** False when the device is unknown. */
export async function touchDevice(db: Db, id: string, usedAt: Date): Promise<boolean> {
  const rows = await db
    .update(devices)
    .set({ usedAt })
    .where(eq(devices.id, id))
    .returning({ id: devices.id })
  return rows.length > 0
}

export async function deleteDevice(db: Db, id: string): Promise<void> {
  await db.delete(devices).where(eq(devices.id, id))
}

export async function insertSession(db: Db, session: Omit<SessionRow, 'id'>): Promise<void> {
  await db.insert(sessions).values(session)
}

export async function findSession(db: Db, tokenHash: string, now: Date): Promise<SessionRow | undefined> {
  const [row] = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, now)))
  return row
}

export async function renewSession(
  db: Db,
  id: string,
  change: { usedAt: Date; expiresAt: Date; address: string },
): Promise<void> {
  await db.update(sessions).set(change).where(eq(sessions.id, id))
}

export async function listLive(db: Db, ids: string[], now: Date): Promise<string[]> {
  const rows = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(inArray(sessions.id, ids), gt(sessions.expiresAt, now)))
  return rows.map(({ id }) => id)
}

/** Last used first. */
export async function listSessions(db: Db, userId: number, now: Date): Promise<SessionRow[]> {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.usedAt), desc(sessions.createdAt))
}

/** Ends sessions of this user: the one of the id, all but that one, or all. Returns those that it ended. */
export async function deleteSessions(
  db: Db,
  userId: number,
  which: { only: string } | { but: string } | 'all',
): Promise<SessionRow[]> {
  const among =
    which === 'all' ? undefined : 'only' in which ? eq(sessions.id, which.only) : ne(sessions.id, which.but)
  return db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), among))
    .returning()
}

export async function insertTicket(
  db: Db,
  ticket: { ticketHash: string; sessionId: string; expiresAt: Date },
): Promise<void> {
  await db.insert(tickets).values(ticket)
}

/** Uses the ticket up and returns its owner. */
export async function consumeTicket(db: Db, ticketHash: string, now: Date) {
  const [ticket] = await db.delete(tickets).where(eq(tickets.ticketHash, ticketHash)).returning()
  if (!ticket || ticket.expiresAt <= now) return undefined
  const [session] = await db
    .select({ id: sessions.id, userId: sessions.userId })
    .from(sessions)
    .where(and(eq(sessions.id, ticket.sessionId), gt(sessions.expiresAt, now)))
  return session
}

/** Removes expired rows; returns the ids of sessions that ended by it. */
export async function sweep(db: Db, now: Date, devicesUnusedSince: Date): Promise<string[]> {
  const round = startRound(db)
  await round.delete({ from: tickets, where: lt(tickets.expiresAt, now), by: tickets.expiresAt })
  await round.delete({ from: devices, where: lt(devices.usedAt, devicesUnusedSince), by: devices.usedAt })
  const ended: string[] = []
  await round.portions(async (limit) => {
    const old = db
      .select({ id: sessions.id })
      .from(sessions)
      .where(lt(sessions.expiresAt, now))
      .orderBy(asc(sessions.expiresAt))
      .limit(limit)
    const gone = await db
      .delete(sessions)
      // One that was used meanwhile has not expired.
      .where(and(inArray(sessions.id, old), lt(sessions.expiresAt, now)))
      .returning({ id: sessions.id })
    for (const { id } of gone) ended.push(id)
    return gone.length
  })
  return ended
}
