/** E-mails to be sent: gathered, claimed by one process at a time, deleted once a server has taken them. */
import { randomUUID } from 'node:crypto'
import { and, asc, eq, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { startRound } from '../../db/portions.ts'
import type { Heartbeat } from '../../kernel/heartbeat.ts'
import { notificationEmails as emails, notificationEmailEntries as entries } from './notifications.tables.ts'

export type EmailRow = typeof emails.$inferSelect
export type EntryRow = typeof entries.$inferSelect

/** Makes one e-mail for each user whose oldest waiting entry was written before `until`, with all that wait for them. */
export async function gather(db: Db, until: Date, now: Date): Promise<void> {
  const due = await db
    .selectDistinct({ userId: entries.userId })
    .from(entries)
    .where(and(isNull(entries.letterId), lte(entries.at, until)))
  for (const { userId } of due)
    await db.transaction(async (tx) => {
      const [email] = await tx
        .insert(emails)
        .values({ id: randomUUID(), userId, nextAt: now, createdAt: now })
        .returning()
      if (!email) return
      const taken = await tx
        .update(entries)
        .set({ letterId: email.id })
        .where(and(eq(entries.userId, userId), isNull(entries.letterId)))
        .returning({ id: entries.id })
      // Another process was faster.
      if (taken.length === 0) await tx.delete(emails).where(eq(emails.id, email.id))
    })
}

/** Claims the next e-mail that is due and that no live process is sending. Only while this process sends none. */
export async function claim(db: Db, heartbeat: Heartbeat, now: Date): Promise<EmailRow | undefined> {
  const free = () => or(heartbeat.orphaned(sql`owner`), eq(emails.owner, heartbeat.id))
  const [next] = await db
    .select({ id: emails.id })
    .from(emails)
    .where(and(lte(emails.nextAt, now), free()))
    .orderBy(asc(emails.nextAt))
    .limit(1)
  if (!next) return undefined
  const [row] = await db
    .update(emails)
    .set({ owner: heartbeat.id })
    .where(and(eq(emails.id, next.id), free()))
    .returning()
  return row
}

export async function contents(db: Db, emailId: string): Promise<EntryRow[]> {
  return db.select().from(entries).where(eq(entries.letterId, emailId)).orderBy(asc(entries.id))
}

/** Deletes the e-mail with its entries. */
export async function drop(db: Db, id: string): Promise<void> {
  await db.delete(emails).where(eq(emails.id, id))
}

export async function postpone(db: Db, { id, tries }: EmailRow, nextAt: Date): Promise<void> {
  await db
    .update(emails)
    .set({ owner: null, tries: tries + 1, nextAt })
    .where(eq(emails.id, id))
}

/** Deletes what no server took for too long; returns how many. */
export async function dropOlder(db: Db, before: Date): Promise<number> {
  let dropped = 0
  await startRound(db).portions(async (limit) => {
    const old = db
      .select({ id: emails.id })
      .from(emails)
      .where(lt(emails.createdAt, before))
      .orderBy(asc(emails.createdAt))
      .limit(limit)
    const gone = await db.delete(emails).where(inArray(emails.id, old)).returning({ id: emails.id })
    dropped += gone.length
    return gone.length
  })
  return dropped
}
