import { bigint, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { sums, time } from '../../../db/columns.ts'
import { users } from '../../accounts/accounts.tables.ts'
import { operations } from '../transfers.tables.ts'

const userId = () =>
  bigint({ mode: 'number' })
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/**
 * Movements that count towards the limits of real money, in lamports, as long as their operation is not final: those that
 * fail count no longer, and one that lands late counts again.
 */
export const openSpends = pgTable(
  'open_spends',
  {
    operationId: uuid()
      .notNull()
      .references(() => operations.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    userId: userId(),
    amount: sums().notNull(),
    at: time().notNull(),
  },
  (t) => [primaryKey({ columns: [t.operationId, t.position] }), index('open_spends_user').on(t.userId)],
)

/** The same for final operations, by the minute in which they were written: at most a day of them is read or kept. */
export const spentMinutes = pgTable(
  'spent_minutes',
  { userId: userId(), minute: time().notNull(), amount: sums().notNull() },
  (t) => [primaryKey({ columns: [t.userId, t.minute] })],
)

/**
 * The same for movements that this database has lost, from the journal file and the file beside it: each counts as long
 * as no transfer has taken its place. The user is named by e-mail, since their row may be lost as well.
 */
export const restoredSpends = pgTable(
  'restored_spends',
  {
    operationId: uuid().notNull(),
    position: integer().notNull(),
    email: text().notNull(),
    amount: sums().notNull(),
    at: time().notNull(),
  },
  (t) => [primaryKey({ columns: [t.operationId, t.position] }), index('restored_spends_email').on(t.email)],
)
