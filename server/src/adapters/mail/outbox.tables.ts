import { bigint, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** The outbox. A secret in a mail is blanked once it is used or has expired. */
export const outboxMails = pgTable('outbox_mails', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  to: text('recipient').notNull(),
  subject: text().notNull(),
  text: text('body').notNull(),
  secret: text(),
  ref: text(),
  createdAt: timestamp({ withTimezone: true, mode: 'date' }).notNull().defaultNow(),
})
