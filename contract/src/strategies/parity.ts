/** The parity report: a live run beside the same steps over the market's history. */
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Time } from '../values.ts'

/**
 * The kinds of differences: an order or an end on one side alone, its time, side or amount, what it brought, the price
 * that was seen, what the wallets held, or the record itself.
 */
export const ParityKind = z.enum([
  'only_live',
  'only_replay',
  'time',
  'side',
  'amount',
  'fill',
  'price',
  'holdings',
  'record',
])
export type ParityKind = z.infer<typeof ParityKind>

/** The cause of a difference if the figures prove it, else 'unexplained'. */
export const ParityCause = z.enum([
  'between_looks',
  'slow_desk',
  'paused',
  'stopped',
  'not_running',
  'funds',
  'failed',
  'slippage',
  'other_movements',
  /** Prices and candles come from two services. */
  'two_sources',
  'late_candles',
  'unexplained',
])
export type ParityCause = z.infer<typeof ParityCause>

export const ParityDifference = z.object({
  at: Time,
  /** The number of the order; null if it concerns none. */
  order: z.nullable(z.int()),
  kind: ParityKind,
  /** In words; null if this side has none. */
  live: z.nullable(z.string()),
  replay: z.nullable(z.string()),
  cause: ParityCause,
  /** The cause with its figures. */
  detail: z.string(),
})
export type ParityDifference = z.infer<typeof ParityDifference>

export const Parity = z.object({
  strategy_id: z.string(),
  run: z.int(),
  /** The time that was replayed. */
  from: Time,
  to: Time,
  /** Seconds between two known moments of the history; 0 means that every moment is known. */
  resolution_seconds: z.number(),
  /** The longest time between two polls of the live run, in seconds. */
  longest_look_seconds: z.number(),
  steps: z.int(),
  orders_live: z.int(),
  orders_replay: z.int(),
  /** Orders that agree on both sides in time, side and amount. */
  orders_matched: z.int(),
  differences: z.array(ParityDifference),
  /** May be more than are listed; those without an explanation are listed first. */
  differences_total: z.int(),
  by_cause: z.array(z.object({ cause: ParityCause, count: z.int() })),
  unexplained: z.int(),
  /** The return on what the plan commits, without fees of the chain; null if nothing was committed. */
  return_live_percent: z.nullable(z.number()),
  return_replay_percent: z.nullable(z.number()),
  /** How the two were compared, in words. */
  assumptions: z.array(z.string()),
})
export type Parity = z.infer<typeof Parity>

export const getParity = endpoint({
  method: 'GET',
  path: '/agents/:id/strategies/:strategyId/parity',
  summary: "Replay the present or last run of a strategy over the market's history and list each difference",
  access: 'session',
  answer: Parity,
})
