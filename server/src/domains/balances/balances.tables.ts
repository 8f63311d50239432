import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { address, sums, time } from '../../db/columns.ts'
import { users } from '../accounts/accounts.tables.ts'
import { walletGroups, wallets } from '../wallets/wallets.tables.ts'

const walletId = () =>
  bigint({ mode: 'number' })
    .notNull()
    .references(() => wallets.id, { onDelete: 'cascade' })

/** Token accounts found once: from then on they are read by address, a hundred a call. */
export const tokenAccounts = pgTable(
  'token_accounts',
  {
    walletId: walletId(),
    account: address().notNull(),
    mint: text().notNull(),
    decimals: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.walletId, t.account] })],
)

/** When a wallet's token accounts were last discovered. */
export const tokenLooks = pgTable('token_looks', {
  walletId: walletId().primaryKey(),
  lookedAt: time().notNull(),
})

/** What each wallet of a user was worth, once an hour: one row, however many wallets. Kept a little over a day. */
export const walletValues = pgTable(
  'wallet_values',
  {
    userId: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The beginning of the hour. */
    hour: time().notNull(),
    at: time().notNull(),
    /** Millionths of a USD as text, by wallet id. */
    microUsd: jsonb().$type<Record<string, string>>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.hour] }), index('wallet_values_hour').on(t.hour)],
)

/** The value of all wallets of a user, or of one group, at a time. */
export const portfolioSnapshots = pgTable(
  'portfolio_snapshots',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** null: all wallets of the user. */
    groupId: bigint({ mode: 'number' }).references(() => walletGroups.id, { onDelete: 'cascade' }),
    at: time().notNull(),
    lamports: sums().notNull(),
    /** SOL and tokens in millionths of a USD; null while SOL had no price. */
    microUsd: sums(),
    /** The same in lamports. */
    totalLamports: sums(),
    /** It stays when the others of its hour are deleted. */
    isLastOfHour: boolean().notNull().default(false),
  },
  (t) => [
    uniqueIndex('portfolio_snapshots_once').on(t.userId, sql`coalesce(group_id, 0)`, t.at),
    index('portfolio_snapshots_at').on(t.at),
    index('portfolio_snapshots_fine').on(t.at).where(sql`not is_last_of_hour`),
  ],
)
