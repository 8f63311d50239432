import type { NotificationKind, NotificationSettings } from '@purser/contract/notifications.ts'
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { time } from '../../db/columns.ts'
import { users } from '../accounts/accounts.tables.ts'

const userId = () =>
  bigint({ mode: 'number' })
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** What is told in the console, of a strategy or of an operation. No reference to them: it outlives them. */
export const notifications = pgTable(
  'notifications',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: userId(),
    kind: text().$type<NotificationKind>().notNull(),
    /** null: it is of an operation. */
    agentId: bigint({ mode: 'number' }),
    agentName: text().notNull(),
    strategyId: uuid(),
    operationId: uuid(),
    status: text({ enum: ['completed', 'stopped', 'failed'] }),
    text: text().notNull(),
    read: boolean().notNull().default(false),
    createdAt: time().notNull().defaultNow(),
  },
  (t) => [
    index('notifications_user').on(t.userId, t.id),
    index('notifications_unread').on(t.userId).where(sql`not read`),
    /** Every process hears of it, and one writes it down. */
    uniqueIndex('notifications_operation').on(t.operationId, t.createdAt),
  ],
)

/** What a user has set; the rest are the defaults. */
export const notificationSettings = pgTable('notification_settings', {
  userId: userId().primaryKey(),
  settings: jsonb().$type<NotificationSettings>().notNull(),
})

/** One mail, of all that happened within a minute. Gone once a mail server has taken it. */
export const notificationLetters = pgTable(
  'notification_letters',
  {
    /** Names the mail at the mail server too: however often it is sent, it is the same one. */
    id: uuid().primaryKey(),
    userId: userId(),
    /** The process that is sending it. */
    owner: text(),
    tries: integer().notNull().default(0),
    nextAt: time().notNull(),
    createdAt: time().notNull(),
  },
  (t) => [index('notification_letters_next').on(t.nextAt)],
)

/** What is told by mail: written with what it reports, put into a letter later. */
export const notificationMails = pgTable(
  'notification_mails',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: userId(),
    kind: text().$type<NotificationKind>().notNull(),
    agentName: text().notNull(),
    operationId: uuid(),
    text: text().notNull(),
    at: time().notNull(),
    letterId: uuid().references(() => notificationLetters.id, { onDelete: 'cascade' }),
  },
  (t) => [
    index('notification_mails_waiting').on(t.userId, t.at).where(sql`letter_id is null`),
    index('notification_mails_letter').on(t.letterId),
    uniqueIndex('notification_mails_operation').on(t.operationId, t.at),
  ],
)
