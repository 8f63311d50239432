/** Market data of charts. */
import * as z from 'zod/mini'
import { CandlesMissing } from './candle-texts.ts'
import { endpoint } from '../endpoint.ts'
import { CANDLES_MAX, CANDLES_PAGE, MARKET_SPEED_MAX } from '../limits.ts'
import { Timeframe } from '../strategies/plan.ts'
import { QueryTime, Time } from '../values.ts'

/** Prices are USD a whole token, volume is USD: for display, never for calculating amounts. */
export const Candle = z.object({
  /** The start, in seconds since 1970. */
  time: z.int(),
  open: z.number(),
  high: z.number(),
  low: z.number(),
  close: z.number(),
  volume: z.number(),
})
export type Candle = z.infer<typeof Candle>

/** The state of a service's price history: what it lacks of the request, and the time of its newest prices. */
export const CandlesState = z.object({ missing: z.nullable(CandlesMissing), as_of: z.nullable(Time) })
export type CandlesState = z.infer<typeof CandlesState>

/** The newest ones, or those that start before `before`; the newest of all is still open and changes. */
export const listCandles = endpoint({
  method: 'GET',
  path: '/market/:mint/candles',
  summary: 'Price history of a token in USD, oldest first',
  access: 'session',
  query: z.object({
    timeframe: z._default(Timeframe, '1m'),
    before: z.optional(QueryTime),
    limit: z._default(
      z.coerce
        .number('must be a number')
        .check(z.int(), z.minimum(1), z.maximum(CANDLES_MAX, `must be at most ${CANDLES_MAX}`)),
      CANDLES_PAGE,
    ),
  }),
  answer: z.object({
    mint: z.string(),
    timeframe: Timeframe,
    /** Consecutive candles: none from before a gap is among them. */
    candles: z.array(Candle),
    /** null: the market knows all of its past. */
    state: z.nullable(CandlesState),
  }),
})

/** The clock of the simulated market, one for the whole installation. */
export const MarketClock = z.object({
  /** 1: as real time passes. */
  speed: z.int(),
  /** Ahead of the real time while the speed is above 1. */
  market_time: Time,
  /** Why the speed cannot be changed now; null: it can. */
  fixed: z.nullable(z.string()),
})
export type MarketClock = z.infer<typeof MarketClock>

export const getMarketClock = endpoint({
  method: 'GET',
  path: '/market/clock',
  summary: 'The speed and current time of the simulated market',
  access: 'session',
  answer: MarketClock,
})

const SPEED_TEXT = `must be a whole number from 1 to ${MARKET_SPEED_MAX}`

export const setMarketClock = endpoint({
  method: 'PUT',
  path: '/market/clock',
  summary: 'Set the speed of the simulated market, for the whole installation; refused while strategies run',
  access: 'session',
  body: z.strictObject({
    speed: z
      .number(SPEED_TEXT)
      .check(z.int(SPEED_TEXT), z.minimum(1, SPEED_TEXT), z.maximum(MARKET_SPEED_MAX, SPEED_TEXT)),
  }),
  answer: MarketClock,
})
