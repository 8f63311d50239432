import { bigint, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { time } from '../../db/columns.ts'
import { operations } from '../transfers/transfers.tables.ts'

/** Why a trade was refused before it was signed; the sentence is in its operation. */
export const tradeRefusals = pgTable('trade_refusals', {
  operationId: uuid()
    .primaryKey()
    .references(() => operations.id, { onDelete: 'cascade' }),
  code: text({ enum: ['late', 'price', 'lost', 'market'] }).notNull(),
})

/** The speed of the simulated market: one row for the installation. */
export const marketClock = pgTable('market_clock', {
  id: integer().primaryKey(),
  speed: integer().notNull(),
  /** The time by which the market was ahead of real time at `countedAt`, in milliseconds; 0 at speed 1. */
  aheadMs: bigint({ mode: 'number' }).notNull(),
  /** All the time gained before it was last set to 1. */
  gainedMs: bigint({ mode: 'number' }).notNull(),
  /** The time by the database's clock, which is one for all processes. */
  countedAt: time().notNull(),
  /** Counts changes of the speed. */
  version: integer().notNull(),
  /** Counts how often it was set from 1 to more: within one such period the market's time never goes back. */
  stretch: integer().notNull(),
})
