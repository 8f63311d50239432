import { sql } from 'drizzle-orm'
import { bigint, boolean, date, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { time, units } from '../../db/columns.ts'
import { users } from '../accounts/accounts.tables.ts'
import { operations } from '../transfers/transfers.tables.ts'
import { wallets } from '../wallets/wallets.tables.ts'

const userId = () =>
  bigint({ mode: 'number' })
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** A user's settings; without a row the defaults. Locked by whoever begins a round. */
export const topUpSettings = pgTable('top_up_settings', {
  userId: userId().primaryKey(),
  enabled: boolean().notNull(),
  fundingWalletId: bigint({ mode: 'number' }).references(() => wallets.id, { onDelete: 'set null' }),
  amount: units().notNull(),
  minimum: units().notNull(),
  groupedOnly: boolean().notNull(),
  /** Lamports a day of UTC; null: unlimited. */
  dailyCap: units(),
  /** Counts the changes: a round begins only under the settings it was planned with. */
  version: integer().notNull(),
  /** When a round last began by itself under these settings, by the desk's clock. */
  roundAt: time(),
  updatedAt: time().notNull().defaultNow(),
})

/** Every round that sends, with the day whose cap it counts against. */
export const topUpRounds = pgTable(
  'top_up_rounds',
  {
    operationId: uuid()
      .primaryKey()
      .references(() => operations.id, { onDelete: 'cascade' }),
    userId: userId(),
    day: date({ mode: 'string' }).notNull(),
    /** The time by the desk's clock. */
    at: time().notNull(),
  },
  (t) => [index('top_up_rounds_day').on(t.userId, t.day), index('top_up_rounds_old').on(t.day)],
)

/** Why a wallet in need got nothing: written once when that begins, not every minute. Names as they were then. */
export const topUpRefusals = pgTable(
  'top_up_refusals',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: userId(),
    reason: text({ enum: ['funding_low', 'cap_reached', 'too_often', 'limit'] }).notNull(),
    /** No reference: the record outlives the wallet. */
    walletId: bigint({ mode: 'number' }).notNull(),
    walletName: text().notNull(),
    address: text().notNull(),
    fundingName: text().notNull(),
    fundingAddress: text().notNull(),
    day: date({ mode: 'string' }).notNull(),
    /** It is so no longer: the next time a new row is written. */
    over: boolean().notNull().default(false),
    createdAt: time().notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('top_up_refusals_low')
      .on(t.userId, t.walletId)
      .where(sql`reason = 'funding_low' and not over`),
    uniqueIndex('top_up_refusals_cap').on(t.userId, t.day).where(sql`reason = 'cap_reached' and not over`),
    uniqueIndex('top_up_refusals_guard')
      .on(t.userId, t.walletId, t.reason)
      .where(sql`reason in ('too_often', 'limit') and not over`),
    index('top_up_refusals_user').on(t.userId, t.createdAt, t.id),
    index('top_up_refusals_old').on(t.day).where(sql`over or reason = 'cap_reached'`),
  ],
)
