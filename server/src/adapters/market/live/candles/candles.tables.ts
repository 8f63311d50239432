import {
  bigint,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

const seconds = () => bigint({ mode: 'number' }).notNull()
const moment = () => timestamp({ withTimezone: true, mode: 'date' })

/** The pool whose trades are the price history of a mint: chosen once, because another one has other prices. */
export const candlePools = pgTable('candle_pools', {
  mint: text().primaryKey(),
  pool: text().notNull(),
  chosenAt: moment().notNull(),
})

/** One length of candles of a mint. */
export const candleSeries = pgTable(
  'candle_series',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    mint: text().notNull(),
    seconds: integer().notNull(),
    /** Seconds: the service has nothing before it; null: not known yet. */
    beginsAt: bigint({ mode: 'number' }),
    /** One process calls the service until then. */
    claimedUntil: moment(),
    /** Rounded to the hour: series that nobody reads are deleted first. */
    readAt: moment().notNull(),
  },
  (t) => [uniqueIndex('candle_series_mint').on(t.mint, t.seconds), index('candle_series_read').on(t.readAt)],
)

/** Spans of a series, in seconds, in which all closed candles are known; they neither overlap nor touch. */
export const candleSpans = pgTable(
  'candle_spans',
  {
    seriesId: integer()
      .notNull()
      .references(() => candleSeries.id, { onDelete: 'cascade' }),
    starts: seconds(),
    ends: seconds(),
  },
  (t) => [primaryKey({ columns: [t.seriesId, t.starts] })],
)

/** Closed candles with trades; within a span one that is missing had none. Prices in USD, for judging and drawing. */
export const candles = pgTable(
  'candles',
  {
    seriesId: integer().notNull(),
    time: seconds(),
    open: doublePrecision().notNull(),
    high: doublePrecision().notNull(),
    low: doublePrecision().notNull(),
    close: doublePrecision().notNull(),
    volume: doublePrecision().notNull(),
  },
  (t) => [primaryKey({ columns: [t.seriesId, t.time] })],
)
