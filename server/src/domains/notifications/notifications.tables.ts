import type { NotificationKind, NotificationSettings } from '@purser/contract/notifications.ts'
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { time } from '../../db/columns.ts'
import { users } from '../accounts/accounts.tables.ts'

const userId = () =>
  bigint({ mode: 'number' })
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** Shown in the console; of a strategy or of an operation. Not referenced: a notification outlives them. */
export const notifications = pgTable(
  'notifications',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: userId(),
    kind: text().$type<NotificationKind>().notNull(),
    /** null: of an operation. */
    agentId: bigint({ mode: 'number' }),
    agentName: text().notNull(),
    strategyId: uuid(),
    operationId: uuid(),
    status: text({ enum: ['completed', 'stopped', 'failed'] }),
    /** Without the heading, which the kind and the status give. */
    text: text().notNull(),
    read: boolean().notNull().default(false),
    createdAt: time().notNull().defaultNow(),
  },
  (t) => [
    index('notifications_user').on(t.userId, t.id),
    index('notifications_created').on(t.createdAt),
    index('notifications_unread').on(t.userId).where(sql`not read`),
    /** Several processes may notice it; it is written once. */
    uniqueIndex('notifications_operation').on(t.operationId, t.createdAt),
  ],
)

/** Settings that a user has changed. Without a row the defaults hold. */
export const notificationSettings = pgTable('notification_settings', {
  userId: userId().primaryKey(),
  settings: jsonb().$type<NotificationSettings>().notNull(),
})

/** One e-mail, of all notifications within a minute. Deleted once a mail server has taken it. */
export const notificationEmails = pgTable(
  'notification_letters',
  {
    /** Its Message-ID is made of it: the same however often it is sent. */
    id: uuid().primaryKey(),
    userId: userId(),
    /** The process that is sending it. */
    owner: text(),
    tries: integer().notNull().default(0),
    nextAt: time().notNull(),
    createdAt: time().notNull(),
  },
  (t) => [
    index('notification_letters_next').on(t.nextAt),
    index('notification_letters_created').on(t.createdAt),
  ],
)

/** One notification of an e-mail: written with what it reports, assigned to an e-mail later. */
export const notificationEmailEntries = pgTable(
  'notification_mails',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: userId(),
    kind: text().$type<NotificationKind>().notNull(),
    agentName: text().notNull(),
    operationId: uuid(),
    /** The sentence of the e-mail, without a heading of its kind. */
    text: text().notNull(),
    at: time().notNull(),
    letterId: uuid().references(() => notificationEmails.id, { onDelete: 'cascade' }),
  },
  (t) => [
    index('notification_mails_waiting').on(t.userId, t.at).where(sql`letter_id is null`),
    index('notification_mails_letter').on(t.letterId),
    uniqueIndex('notification_mails_operation').on(t.operationId, t.at),
  ],
)
