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
import { inMilliseconds, sums, time, units } from '../../db/columns.ts'
import type { LineKind } from '@purser/contract/strategies/lines.ts'
import type { Plan } from '@purser/contract/strategies/plan.ts'
import { users } from '../accounts/accounts.tables.ts'
import type { EndPrices } from './record/price-types.ts'
import type { StrategyEvent, StrategyState } from './engine/types.ts'

const userId = () =>
  bigint({ mode: 'number' })
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

export const strategies = pgTable(
  'strategies',
  {
    id: uuid().primaryKey(),
    userId: userId(),
    agentId: bigint({ mode: 'number' }).notNull(),
    /** The external id of the agent: names the channel that its lines go to. */
    agentExternalId: text().notNull(),
    plan: jsonb().$type<Plan>().notNull(),
    walletAddresses: jsonb().$type<string[]>().notNull(),
    groupId: bigint({ mode: 'number' }),
    /** The status requested by the user or reached by itself; the runner brings it about. */
    status: text({ enum: ['active', 'paused', 'stopping', 'stopped', 'completed', 'failed'] }).notNull(),
    /** The requested stop sells what the strategy holds, whatever its plan says. */
    closing: boolean().notNull().default(false),
    /** The user releases the sale that has been held back since then (ms since 1970), and no later one. */
    anyPriceSince: bigint({ mode: 'number' }),
    reason: text(),
    /** Number of the run: part of the origin key of its orders. */
    run: integer().notNull().default(1),
    state: jsonb().$type<StrategyState>().notNull(),
    /** Counts saved steps: one made from an older state is refused. */
    version: integer().notNull().default(0),
    /** The request that started this run; a repeat starts nothing else. */
    originKey: text().notNull(),
    /** For an amount in percent: the spendable funds of each wallet at the start, in base units. */
    base: jsonb().$type<Record<string, string>>(),
    /** Figures of the present run, in base units of token and quote; fees in lamports. */
    boughtBase: sums().notNull().default(sql`0`),
    soldBase: sums().notNull().default(sql`0`),
    spentQuote: sums().notNull().default(sql`0`),
    receivedQuote: sums().notNull().default(sql`0`),
    feesLamports: sums().notNull().default(sql`0`),
    /** The market's fee and price impact, in base units of the quote. Below 0 if it gave more than the mid price. */
    marketQuote: sums().notNull().default(sql`0`),
    /** Lamports in token accounts that the run opened. */
    rentLamports: sums().notNull().default(sql`0`),
    /** The process that runs it. */
    owner: text(),
    /** Set by a process that stopped in good order: the time until which it had missed nothing. */
    heldSince: time(),
    createdAt: time().notNull().defaultNow(),
    endedAt: time(),
    /** The market's prices when it ended; null if it had none, or nothing was bought. */
    endPrices: jsonb().$type<EndPrices>(),
  },
  (t) => [
    // No column that changes with every step is indexed: the row is then rewritten in its page.
    index('strategies_agent').on(t.agentId, inMilliseconds(sql`created_at`), t.id),
    index('strategies_user').on(t.userId, inMilliseconds(sql`created_at`), t.id),
    index('strategies_live')
      .on(t.userId, inMilliseconds(sql`created_at`), t.id)
      .where(sql`status in ('active', 'paused', 'stopping')`),
    index('strategies_owner').on(t.owner).where(sql`owner is not null`),
    index('strategies_ended').on(t.endedAt).where(sql`ended_at is not null`),
    uniqueIndex('strategies_origin').on(t.originKey),
    uniqueIndex('strategies_one_live').on(t.agentId).where(sql`status in ('active', 'paused', 'stopping')`),
  ],
)

/** One wallet's part of an order; written with the state that placed it, before anything is sent. */
export const strategyOrders = pgTable(
  'strategy_orders',
  {
    strategyId: uuid()
      .notNull()
      .references(() => strategies.id, { onDelete: 'cascade' }),
    run: integer().notNull(),
    seq: integer().notNull(),
    walletAddress: text().notNull(),
    side: text({ enum: ['buy', 'sell'] }).notNull(),
    inputMint: text().notNull(),
    outputMint: text().notNull(),
    inAmount: sums().notNull(),
    /** The sale that ends the strategy; not counted among its orders. */
    isExit: boolean().notNull().default(false),
    /** Limits of its decision: the least output, in base units, and the latest time for sending it. */
    minOut: sums(),
    deadline: time(),
    status: text({ enum: ['placed', 'filled', 'failed'] }).notNull(),
    /** The received amount, by the chain. */
    outAmount: sums(),
    error: text(),
    at: time().notNull().defaultNow(),
    /** Once ended: spent, in base units of the input, and the chain's fee in lamports. */
    spent: sums(),
    fee: units(),
    /** Lamports in token accounts that it opened. */
    rent: units(),
    /**
     * The profit of a sale, in base units of the quote: its share of the order's; null if the strategy had not bought
     * the tokens.
     */
    profit: sums(),
    /** Mid prices when it was filled, in 1e-12 USD a whole unit. */
    tokenPrice: sums(),
    quotePrice: sums(),
    endedAt: time(),
    /** Its outcome is booked and the chain cannot change it any more. */
    isFinal: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.strategyId, t.run, t.seq, t.walletAddress] }),
    index('strategy_orders_placed').on(t.strategyId).where(sql`status = 'placed'`),
    index('strategy_orders_not_final')
      .on(t.strategyId, t.run, t.seq, t.walletAddress)
      .where(sql`status <> 'placed' and not is_final`),
  ],
)

/**
 * Sums of a run's final orders by buckets of time that get longer with it: the chart of its profit is drawn from these.
 * `begins` counts seconds from its first order.
 */
export const strategyFillBuckets = pgTable(
  'strategy_stretches',
  {
    strategyId: uuid()
      .notNull()
      .references(() => strategies.id, { onDelete: 'cascade' }),
    run: integer().notNull(),
    begins: bigint({ mode: 'number' }).notNull(),
    /** When the last of them ended. */
    lastAt: time().notNull(),
    boughtBase: sums().notNull(),
    soldBase: sums().notNull(),
    spentQuote: sums().notNull(),
    receivedQuote: sums().notNull(),
    feesLamports: sums().notNull(),
    /** When the last filled one ended, and its prices. */
    pricedAt: time(),
    tokenPrice: sums(),
    quotePrice: sums(),
  },
  (t) => [primaryKey({ columns: [t.strategyId, t.run, t.begins] })],
)

/** How often a user stopped everything: a start requested before must not take effect after it. */
export const strategyHalts = pgTable('strategy_halts', {
  userId: userId().primaryKey(),
  count: integer().notNull(),
})

/** The lines of the terminal. */
export const strategyLogs = pgTable(
  'strategy_logs',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: userId(),
    agentId: bigint({ mode: 'number' }).notNull(),
    agentExternalId: text().notNull(),
    strategyId: uuid(),
    /** 'user': added by a user, whatever it says. 'engine': the desk's, from before lines had kinds. */
    kind: text().$type<LineKind>().notNull().default('engine'),
    /** The figures of the line, by its kind; null for the two above. */
    data: jsonb().$type<Record<string, unknown>>(),
    message: text().notNull(),
    at: time().notNull().defaultNow(),
  },
  (t) => [
    index('strategy_logs_agent').on(t.agentId, t.id),
    index('strategy_logs_strategy').on(t.strategyId, t.id),
    index('strategy_logs_skipped').on(t.strategyId, t.id).where(sql`kind = 'skipped'`),
  ],
)

/** Every saved step with its event: from these a run can be replayed. */
export const strategySteps = pgTable(
  'strategy_steps',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    strategyId: uuid()
      .notNull()
      .references(() => strategies.id, { onDelete: 'cascade' }),
    run: integer().notNull(),
    event: jsonb().$type<StrategyEvent>().notNull(),
    /** When its orders were sized, just before it was saved. */
    at: time().notNull(),
    /** The longest time between two polls since the step before, in milliseconds. */
    gapMs: bigint({ mode: 'number' }).notNull(),
    /**
     * The time since when no order was placed before this step: its process had stopped, or a status had been
     * requested.
     */
    heldSince: time(),
  },
  (t) => [index('strategy_steps_run').on(t.strategyId, t.run, t.id)],
)

/** When each process that runs strategies was last alive, by its clock. */
export const strategyRunners = pgTable('strategy_runners', {
  owner: text().primaryKey(),
  seenAt: time().notNull(),
})
