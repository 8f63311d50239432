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
  uuid,
} from 'drizzle-orm/pg-core'
import { address, sums, time, units } from '../../db/columns.ts'
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

/** The value of each wallet of a user, once an hour: one row, however many wallets. Kept a little over a day. */
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
    /** The time of its last reading within the interval; null: the interval's beginning. */
    takenAt: time(),
    /**
     * All deposits and withdrawals since the records began, up to then: sums carried from point to point, in millionths
     * of a USD. null: not recorded yet.
     */
    deposited: sums(),
    withdrawn: sums(),
    /**
     * When the records of this scope began, and the value at that time: counted as deposited, but not shown as such.
     */
    recordedSince: time(),
    originUsd: sums(),
    /** This point stays when the others of its hour are deleted. */
    isLastOfHour: boolean().notNull().default(false),
  },
  (t) => [
    uniqueIndex('portfolio_snapshots_once').on(t.userId, sql`coalesce(group_id, 0)`, t.at),
    index('portfolio_snapshots_at').on(t.at),
    index('portfolio_snapshots_fine').on(t.at).where(sql`not is_last_of_hour`),
  ],
)

const userId = () =>
  bigint({ mode: 'number' })
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** A wallet as the last point counted it. It outlives the wallet until the next point has counted what left with it. */
export const portfolioWallets = pgTable(
  'portfolio_wallets',
  {
    walletId: bigint({ mode: 'number' }).primaryKey(),
    userId: userId(),
    address: address().notNull(),
    groupIds: bigint({ mode: 'number' }).array().notNull(),
    microUsd: sums().notNull(),
    /** The amounts at the first count include everything up to this slot; null: it was counted from nothing. */
    sinceSlot: units(),
  },
  (t) => [index('portfolio_wallets_user').on(t.userId)],
)

/** An account of such a wallet: its SOL under its own address, or a token account. */
export const portfolioAccounts = pgTable(
  'portfolio_accounts',
  {
    walletId: bigint({ mode: 'number' })
      .notNull()
      .references(() => portfolioWallets.walletId, { onDelete: 'cascade' }),
    account: address().notNull(),
    mint: text().notNull(),
    decimals: integer().notNull(),
    amount: units().notNull(),
    /** The last known price, in 1e-12 USD for a whole unit. */
    price: sums(),
    /** The newest counted transaction of its history, and its slot. */
    signature: text(),
    slot: units(),
  },
  (t) => [primaryKey({ columns: [t.walletId, t.account] })],
)

/**
 * Amounts that entered a wallet (positive) or left it, other than by trades, fees and rent. Each transaction is counted
 * once.
 */
export const portfolioFlows = pgTable(
  'portfolio_flows',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: userId(),
    walletId: bigint({ mode: 'number' }).notNull(),
    /** The user's wallet on the other side; null: an outside address. */
    otherId: bigint({ mode: 'number' }),
    mint: text().notNull(),
    /** The transaction; 'opening' for funds that a wallet brought with it, 'left' for those that it took away. */
    signature: text().notNull(),
    amount: sums().notNull(),
    microUsd: sums().notNull(),
    at: time().notNull(),
  },
  (t) => [
    uniqueIndex('portfolio_flows_once').on(
      t.walletId,
      t.signature,
      t.mint,
      sql`coalesce(other_id, 0)`,
      sql`(amount > 0)`,
    ),
    index('portfolio_flows_user').on(t.userId, t.at),
    index('portfolio_flows_at').on(t.at),
  ],
)

/** The holdings of an agent's live strategies, and the profit of all of them by then: the last of each hour. */
export const portfolioAgents = pgTable(
  'portfolio_agents',
  {
    agentId: bigint({ mode: 'number' }).notNull(),
    hour: time().notNull(),
    userId: userId(),
    takenAt: time().notNull(),
    heldUsd: sums().notNull(),
    /** A sum carried from point to point since the records began. */
    profitUsd: sums().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.agentId, t.hour] }),
    index('portfolio_agents_user').on(t.userId, t.hour),
    index('portfolio_agents_hour').on(t.hour),
  ],
)

/** The profit of a run as it was last added to its agent's. */
export const portfolioRuns = pgTable(
  'portfolio_runs',
  {
    strategyId: uuid().notNull(),
    run: integer().notNull(),
    userId: userId(),
    profitUsd: sums().notNull(),
    at: time().notNull(),
  },
  (t) => [primaryKey({ columns: [t.strategyId, t.run] }), index('portfolio_runs_at').on(t.at)],
)
