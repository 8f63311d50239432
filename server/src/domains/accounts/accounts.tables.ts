import { bigint, boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { time } from '../../db/columns.ts'

export const users = pgTable(
  'users',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** In lower case. */
    email: text().notNull(),
    firstName: text().notNull().default(''),
    lastName: text().notNull().default(''),
    /** null: the default of the cluster. */
    keysNeedCode: boolean(),
    createdAt: time().notNull().defaultNow(),
  },
  (t) => [uniqueIndex('users_email').on(t.email)],
)

/** At most one code per address and purpose; a new one takes the place of the old. */
export const codes = pgTable(
  'sign_in_codes',
  {
    id: uuid().primaryKey().defaultRandom(),
    email: text().notNull(),
    purpose: text({ enum: ['sign-in', 'keys'] }).notNull(),
    intent: text({ enum: ['login', 'register', 'keys'] }).notNull(),
    codeHash: text().notNull(),
    triesLeft: integer().notNull(),
    expiresAt: time().notNull(),
  },
  (t) => [uniqueIndex('sign_in_codes_email_purpose').on(t.email, t.purpose)],
)

export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: text().notNull(),
    createdAt: time().notNull().defaultNow(),
    usedAt: time().notNull().defaultNow(),
    expiresAt: time().notNull(),
  },
  (t) => [uniqueIndex('sessions_token_hash').on(t.tokenHash), index('sessions_user').on(t.userId)],
)

export const tickets = pgTable('channel_tickets', {
  ticketHash: text().primaryKey(),
  sessionId: uuid()
    .notNull()
    .references(() => sessions.id, { onDelete: 'cascade' }),
  expiresAt: time().notNull(),
})
