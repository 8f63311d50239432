/** Mails on their way: put together, taken by one process at a time, gone once a server has taken them. */
import { randomUUID } from 'node:crypto'
import { and, asc, eq, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import type { Heartbeat } from '../../kernel/heartbeat.ts'
import { notificationLetters as letters, notificationMails as mails } from './notifications.tables.ts'

export type LetterRow = typeof letters.$inferSelect
export type MailRow = typeof mails.$inferSelect

/** A letter for each user whose oldest waiting mail was written before `until`, of all that wait for them. */
export async function gather(db: Db, until: Date, now: Date): Promise<void> {
  const due = await db
    .selectDistinct({ userId: mails.userId })
    .from(mails)
    .where(and(isNull(mails.letterId), lte(mails.at, until)))
  for (const { userId } of due)
    await db.transaction(async (tx) => {
      const [letter] = await tx
        .insert(letters)
        .values({ id: randomUUID(), userId, nextAt: now, createdAt: now })
        .returning()
      if (!letter) return
      const taken = await tx
        .update(mails)
        .set({ letterId: letter.id })
        .where(and(eq(mails.userId, userId), isNull(mails.letterId)))
        .returning({ id: mails.id })
      // Another process was faster.
      if (taken.length === 0) await tx.delete(letters).where(eq(letters.id, letter.id))
    })
}

/** The next letter that is due and that nobody alive is sending, now this process's. Nothing under way here may be its own. */
export async function take(db: Db, heartbeat: Heartbeat, now: Date): Promise<LetterRow | undefined> {
  const free = () => or(heartbeat.orphaned(sql`owner`), eq(letters.owner, heartbeat.id))
  const [next] = await db
    .select({ id: letters.id })
    .from(letters)
    .where(and(lte(letters.nextAt, now), free()))
    .orderBy(asc(letters.nextAt))
    .limit(1)
  if (!next) return undefined
  const [row] = await db
    .update(letters)
    .set({ owner: heartbeat.id })
    .where(and(eq(letters.id, next.id), free()))
    .returning()
  return row
}

export async function contents(db: Db, letterId: string): Promise<MailRow[]> {
  return db.select().from(mails).where(eq(mails.letterId, letterId)).orderBy(asc(mails.id))
}

/** With what it holds. */
export async function drop(db: Db, id: string): Promise<void> {
  await db.delete(letters).where(eq(letters.id, id))
}

export async function postpone(db: Db, { id, tries }: LetterRow, nextAt: Date): Promise<void> {
  await db
    .update(letters)
    .set({ owner: null, tries: tries + 1, nextAt })
    .where(eq(letters.id, id))
}

/** What no server took for too long. Answers how many. */
export async function dropOlder(db: Db, before: Date): Promise<number> {
  const gone = await db.delete(letters).where(lt(letters.createdAt, before)).returning({ id: letters.id })
  return gone.length
}
