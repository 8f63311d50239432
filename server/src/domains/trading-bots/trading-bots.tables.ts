import type { BotParameters } from '@purser/contract/trading-bots/trading-bots.ts'
import type { BotNotice, BotSkip } from '@purser/contract/trading-bots/trading-bot-texts.ts'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { sums, time, units } from '../../db/columns.ts'
import { users } from '../accounts/accounts.tables.ts'
import { walletGroups, wallets } from '../wallets/wallets.tables.ts'

const none = sql`0`
const userId = () =>
  bigint({ mode: 'number' })
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

type Amounts = 'whale_threshold' | 'price_range_min' | 'price_range_max'
/** Saved parameters; amounts as exact decimal text. */
export type Parameters = Omit<BotParameters, 'status' | Amounts> & Record<Amounts, string>

/** One row per group, with its parameters; created when they are first saved. Figures count from the last start. */
export const tradingBots = pgTable(
  'trading_bots',
  {
    id: uuid().primaryKey().defaultRandom(),
    groupId: bigint({ mode: 'number' })
      .notNull()
      .unique()
      .references(() => walletGroups.id, { onDelete: 'cascade' }),
    userId: userId(),
    parameters: jsonb().$type<Parameters>().notNull(),
    parameterStatus: text({ enum: ['inactive', 'active'] }).notNull(),
    status: text({ enum: ['inactive', 'starting', 'active', 'stopping'] })
      .notNull()
      .default('inactive'),
    /** The process that runs it; see kernel/heartbeat.ts. */
    owner: text(),
    /** Counts the starts. */
    run: integer().notNull().default(0),
    /** The requests that started and stopped it last: a repeat is answered and does nothing. */
    startKey: text(),
    stopKey: text(),
    startedAt: time(),
    /** The symbol of the token that the last run traded. */
    symbol: text().notNull().default(''),
    decimals: smallint().notNull().default(0),
    notice: text().$type<BotNotice>(),
    trades: integer().notNull().default(0),
    buys: integer().notNull().default(0),
    whaleTrades: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    /** 1e-6 USD. */
    volumeUsd: sums().notNull().default(none),
    /** Lamports, including rent. */
    fees: sums().notNull().default(none),
    updatedAt: time().notNull().defaultNow(),
  },
  (t) => [
    index('trading_bots_user').on(t.userId, t.id),
    index('trading_bots_live').on(t.id).where(sql`status <> 'inactive'`),
  ],
)

/** A wallet's turns, and the effects of the bot's trades on it since the last start. */
export const tradingBotWallets = pgTable(
  'trading_bot_wallets',
  {
    botId: uuid()
      .notNull()
      .references(() => tradingBots.id, { onDelete: 'cascade' }),
    walletId: bigint({ mode: 'number' })
      .notNull()
      .references(() => wallets.id, { onDelete: 'cascade' }),
    /** The next turn, in practice time to the millisecond; null: it is to be drawn. */
    dueAt: time(),
    /** The last turn in practice time; outlives the run, so that a stop and a start bring no turn forward. */
    lastTurnAt: time(),
    class: text({ enum: ['whale', 'retail'] }),
    /** Why its last turn passed; null: it traded, or had none yet. */
    skip: text().$type<BotSkip>(),
    trades: integer().notNull().default(0),
    tokenChange: sums().notNull().default(none),
    currencyChange: sums().notNull().default(none),
    /** Lamports, including rent. */
    fees: sums().notNull().default(none),
    lastTradeAt: time(),
  },
  (t) => [
    primaryKey({ columns: [t.botId, t.walletId] }),
    index('trading_bot_wallets_due').on(t.botId, t.dueAt),
    index('trading_bot_wallets_wallet').on(t.walletId),
  ],
)

/** Every decision to trade, written before anything is sent. Its id is part of the operation's origin key. */
export const tradingBotTrades = pgTable(
  'trading_bot_trades',
  {
    id: uuid().primaryKey(),
    botId: uuid()
      .notNull()
      .references(() => tradingBots.id, { onDelete: 'cascade' }),
    run: integer().notNull(),
    userId: userId(),
    walletId: bigint({ mode: 'number' }).references(() => wallets.id, { onDelete: 'set null' }),
    /** Name and address at that time. */
    walletName: text().notNull(),
    walletAddress: text().notNull(),
    class: text({ enum: ['whale', 'retail'] }).notNull(),
    side: text({ enum: ['buy', 'sell'] }).notNull(),
    mint: text().notNull(),
    symbol: text().notNull(),
    decimals: smallint().notNull(),
    currency: text({ enum: ['SOL', 'USDC'] }).notNull(),
    /** The decision, in base units: the amount to spend, the quoted output, the least that is accepted. */
    amount: units().notNull(),
    expected: units().notNull(),
    minOut: units().notNull(),
    slippageBps: integer().notNull(),
    /** The latest time for signing it, by the desk's clock. */
    deadline: time().notNull(),
    /** 1e-12 USD a whole token, and 1e-6 USD. */
    priceUsd: sums().notNull(),
    valueUsd: sums().notNull(),
    status: text({ enum: ['placed', 'filled', 'failed'] }).notNull(),
    /** The booked amounts; null until then, and if nothing was executed. */
    spent: units(),
    received: units(),
    fee: units(),
    rent: units(),
    error: text(),
    /** Nothing can change its outcome any more. */
    isFinal: boolean().notNull().default(false),
    marketTime: time().notNull(),
    createdAt: time().notNull(),
  },
  (t) => [
    index('trading_bot_trades_newest').on(t.botId, t.createdAt, t.id),
    index('trading_bot_trades_wallet').on(t.walletId),
    index('trading_bot_trades_old').on(t.createdAt).where(sql`is_final`),
    // A wallet has at most one trade in flight.
    uniqueIndex('trading_bot_trades_placed').on(t.walletId, t.botId).where(sql`status = 'placed'`),
    index('trading_bot_trades_open').on(t.id).where(sql`status <> 'placed' and not is_final`),
  ],
)
