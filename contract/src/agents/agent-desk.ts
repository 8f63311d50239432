/** Endpoints of one agent's desk: its name, the next trades of its strategy, and the sale of all that it holds. */
import * as z from 'zod/mini'
import { Agent, AgentState } from './agents.ts'
import { endpoint } from '../endpoint.ts'
import { Amount, Name, Time } from '../values.ts'

export const renameAgent = endpoint({
  method: 'PUT',
  path: '/agents/:id',
  summary: 'Rename an agent',
  access: 'session',
  body: z.strictObject({ name: Name }),
  answer: Agent,
})

export const closePosition = endpoint({
  method: 'POST',
  path: '/agents/:id/close',
  summary:
    'Sell everything the strategy holds and end it; answers once it has ended, or says stopping while it sells',
  access: 'session',
  body: z.strictObject({ strategyId: z.string().check(z.minLength(1, 'must not be empty')) }),
  answer: z.object({
    success: z.literal(true),
    status: AgentState,
    message: z.string(),
    /** Whole tokens that are still held, and not sold. */
    held: Amount,
  }),
})

export const sellAtAnyPrice = endpoint({
  method: 'POST',
  path: '/agents/:id/sell-at-any-price',
  summary:
    'Release the held-back sale of a strategy at whatever its quote returns; needs an email code, and a later sale needs another',
  access: 'session',
  body: z.strictObject({
    strategyId: z.string().check(z.minLength(1, 'must not be empty')),
    code: z.string('must be the code from your email').check(z.maxLength(20)),
  }),
  answer: z.object({ success: z.literal(true), status: AgentState, message: z.string() }),
})

/** `action` and `condition` are words: 'spends 0.02 SOL on BONK', 'when the price of BONK is at or below $0.00002'. */
export const UpcomingOrder = z.object({
  order: z.string(),
  side: z.enum(['buy', 'sell']),
  action: z.string(),
  /** Its due time, or the time of the next check; null while it waits for its price. */
  at: z.nullable(Time),
  condition: z.nullable(z.string()),
})
export type UpcomingOrder = z.infer<typeof UpcomingOrder>

export const getUpcoming = endpoint({
  method: 'GET',
  path: '/agents/:id/upcoming',
  summary: "What the agent's strategy will trade next, as its own steps decide; whichever comes first",
  access: 'session',
  answer: z.object({
    strategy_id: z.nullable(z.string()),
    due: z.array(UpcomingOrder),
    /** An order in flight, in words: 'order 3 of 10'. */
    in_flight: z.nullable(z.string()),
    /** Sentences: why nothing is due, when it ends, what may come earlier. */
    notes: z.array(z.string()),
  }),
})
