/** Market data of charts. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { CANDLES_MAX, CANDLES_PAGE } from './limits.ts'
import { Timeframe } from './plan.ts'
import { QueryTime } from './values.ts'

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
  answer: z.object({ mint: z.string(), timeframe: Timeframe, candles: z.array(Candle) }),
})
