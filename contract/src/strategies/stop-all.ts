/** The kill switch: one call stops everything that trades or moves funds for a user by itself. */
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { StrategyStatus } from './strategies.ts'
import { Done, Id, Nothing } from '../values.ts'

export const StoppedStrategy = z.object({
  agent_id: Id,
  /** null: the agent was deleted, an order of it is still in flight. */
  agent_name: z.nullable(z.string()),
  strategy_id: z.string(),
  /** The plan in one sentence. */
  goal: z.string(),
  status: StrategyStatus,
  /** Its plan sells what it bought when it is stopped. */
  sells: z.boolean(),
})
export type StoppedStrategy = z.infer<typeof StoppedStrategy>

/** An operation, as activity lists it. */
const Moving = z.object({ id: z.string(), type: z.string() })
export type Moving = z.infer<typeof Moving>

/** Everything that runs now: strategies, automatic top-up, trading bots, and operations that move funds. */
export const Stoppable = z.object({
  strategies: z.array(StoppedStrategy),
  /** Automatic top-up is on. */
  top_ups: z.boolean(),
  /** Trading bots of groups that are not inactive. */
  trading_bots: z.int(),
  /** Nothing of them is signed yet: they will not start. */
  transfers_waiting: z.array(Moving),
  /** Signed in part or in whole: these are finished, because no transfer is stopped half way. */
  transfers_under_way: z.array(Moving),
})
export type Stoppable = z.infer<typeof Stoppable>

export const getStoppable = endpoint({
  method: 'GET',
  path: '/agents/stop-all',
  summary: 'What "stop everything" would stop, and what it would let finish',
  access: 'session',
  answer: Stoppable,
})

export const stopAll = endpoint({
  method: 'POST',
  path: '/agents/stop-all',
  summary:
    'Stop every strategy and trading bot, turn off automatic top-ups and cancel transfers not yet signed; answers once no order is in flight, or says what still is',
  access: 'session',
  body: z.optional(Nothing),
  answer: z.extend(Done, {
    /** Strategies that have ended, and those with an order still in flight. */
    stopped: z.int(),
    stopping: z.int(),
    strategies: z.array(StoppedStrategy),
    /** Automatic top-up was on and is off now. */
    top_ups_switched_off: z.boolean(),
    /** Trading bots that ran: they begin nothing more; trades in flight are brought to their end. */
    trading_bots_stopped: z.int(),
    transfers_cancelled: z.array(Moving),
    transfers_left: z.array(Moving),
    message: z.string(),
  }),
})
export type StopAllAnswer = z.infer<typeof stopAll.answer>
