import { NOTIFICATION_DAYS, NOTIFICATIONS_KEPT } from '@purser/contract/limits.ts'
import {
  NOTIFICATION_DEFAULTS,
  type NotificationKind,
  type NotificationSettings,
} from '@purser/contract/notifications.ts'
import { and, count, desc, eq, getTableColumns, inArray, isNull, lt, lte, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { startRound } from '../../db/portions.ts'
import { createTallies, newestBeyond } from '../../db/tallies.ts'
import { notificationEmailEntries, notificationSettings, notifications } from './notifications.tables.ts'

export type NotificationRow = typeof notifications.$inferSelect

/** The agent's present name, read within the statement to save a query. */
const selectName = (agentId: number) =>
  sql`coalesce((select a.name from agents a where a.id = ${agentId}), 'Agent')`

export type NewNotification = Omit<
  typeof notifications.$inferInsert,
  'agentId' | 'agentName' | 'operationId'
> & { agentId: number }
export type NewEntry = { userId: number; agentId: number; kind: NotificationKind; text: string; at: Date }

export async function insertNotifications(db: Db, rows: NewNotification[]): Promise<NotificationRow[]> {
  if (rows.length === 0) return []
  return db
    .insert(notifications)
    .values(rows.map((row) => ({ ...row, agentName: selectName(row.agentId) as never })))
    .returning()
}

export async function insertEntries(db: Db, rows: NewEntry[]): Promise<void> {
  if (rows.length === 0) return
  await db
    .insert(notificationEmailEntries)
    .values(rows.map(({ agentId, ...row }) => ({ ...row, agentName: selectName(agentId) as never })))
}

type OfAccount = Pick<typeof notifications.$inferInsert, 'userId' | 'kind' | 'agentName' | 'text'>

/** One that is neither of a strategy nor of an operation. */
export async function insertNotification(db: Db, row: OfAccount): Promise<NotificationRow | undefined> {
  const [written] = await db.insert(notifications).values(row).returning()
  return written
}

/** How many of this kind a day has brought the user. */
export async function countOfDay(db: Db, userId: number, kind: NotificationKind): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(notifications)
    .where(
      and(
        eq(notifications.userId, userId),
        eq(notifications.kind, kind),
        sql`${notifications.createdAt} > now() - interval '1 day'`,
      ),
    )
  return row?.n ?? 0
}

export async function insertEntry(db: Db, row: OfAccount & { at: Date }): Promise<void> {
  await db.insert(notificationEmailEntries).values(row)
}

type OfOperation = { userId: number; operationId: string; agentName: string; text: string; at: Date }

/** Once, however many processes notice it: undefined where another was faster. */
export async function insertOfOperation(
  db: Db,
  { at, ...row }: OfOperation,
): Promise<NotificationRow | undefined> {
  const [written] = await db
    .insert(notifications)
    .values({ ...row, kind: 'error', createdAt: at })
    .onConflictDoNothing()
    .returning()
  return written
}

export async function insertEntryOfOperation(db: Db, row: OfOperation): Promise<void> {
  await db
    .insert(notificationEmailEntries)
    .values({ ...row, kind: 'error' })
    .onConflictDoNothing()
}

export async function readSettings(db: Db, userIds: number[]): Promise<Map<number, NotificationSettings>> {
  const rows = await db
    .select()
    .from(notificationSettings)
    .where(inArray(notificationSettings.userId, userIds))
  // One that was stored before a kind was added has its default.
  return new Map(rows.map((row) => [row.userId, { ...NOTIFICATION_DEFAULTS, ...row.settings }]))
}

/** In a transaction: nobody else changes them until it ends. */
export async function lockSettings(db: Db, userId: number): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext(${`notification-settings:${userId}`}))`)
}

export async function writeSettings(db: Db, userId: number, settings: NotificationSettings): Promise<void> {
  await db
    .insert(notificationSettings)
    .values({ userId, settings })
    .onConflictDoUpdate({ target: notificationSettings.userId, set: { settings } })
}

/** Deletes entries of these kinds that are not in an e-mail yet. */
export async function dropEntries(db: Db, userId: number, kinds: NotificationKind[]): Promise<void> {
  if (kinds.length === 0) return
  await db
    .delete(notificationEmailEntries)
    .where(
      and(
        eq(notificationEmailEntries.userId, userId),
        inArray(notificationEmailEntries.kind, kinds),
        isNull(notificationEmailEntries.letterId),
      ),
    )
}

/** A page, newest first, and how many are unread in all, as of one moment. */
export async function listNotifications(
  db: Db,
  userId: number,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<{ rows: NotificationRow[]; unread: number }> {
  const unread = db.select({ n: count() }).from(notifications).where(whereUnread(userId))
  const rows = await db
    .select({ ...getTableColumns(notifications), unread: sql<number>`(${unread})`.mapWith(Number) })
    .from(notifications)
    .where(
      and(eq(notifications.userId, userId), before === undefined ? undefined : lt(notifications.id, before)),
    )
    .orderBy(desc(notifications.id))
    .limit(limit)
  return { rows, unread: rows[0]?.unread ?? (await countUnread(db, userId)) }
}

const whereUnread = (userId: number) => and(eq(notifications.userId, userId), eq(notifications.read, false))

export async function countUnread(db: Db, userId: number): Promise<number> {
  return db.$count(notifications, whereUnread(userId))
}

/** False where the user has no such notification. */
export async function markRead(db: Db, userId: number, id: number): Promise<boolean> {
  const rows = await db
    .update(notifications)
    .set({ read: true })
    .where(and(eq(notifications.userId, userId), eq(notifications.id, id)))
    .returning({ id: notifications.id })
  return rows.length > 0
}

export async function markAllRead(db: Db, userId: number, upTo: number | undefined): Promise<void> {
  await db
    .update(notifications)
    .set({ read: true })
    .where(
      and(
        eq(notifications.userId, userId),
        eq(notifications.read, false),
        upTo === undefined ? undefined : lte(notifications.id, upTo),
      ),
    )
}

/** Removes what is too old, and of each user what is beyond the newest. */
export function createSweep(db: Db): () => Promise<void> {
  const kept = { table: notifications, owner: notifications.userId, most: NOTIFICATIONS_KEPT }
  const tallies = createTallies(db, { ...kept, type: 'bigint', slack: 0 })
  return async () => {
    const round = startRound(db)
    await round.delete({
      from: notifications,
      where: sql`${notifications.createdAt} < now() - make_interval(days => ${NOTIFICATION_DAYS})`,
      by: notifications.createdAt,
    })
    for (const userId of (await tallies.next()).over) {
      const newest = await newestBeyond(db, kept, userId)
      const old = and(eq(notifications.userId, Number(userId)), lte(notifications.id, newest ?? 0))
      if (await round.delete({ from: notifications, where: old, by: notifications.id }))
        tallies.removed(userId)
    }
  }
}
