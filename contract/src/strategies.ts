/** A running, paused or ended execution of a plan. */
import * as z from 'zod/mini'
import { Plan } from './plan.ts'
import { Amount, Time } from './values.ts'

/** 'active' is what lives; 'stopping' waits for an order in flight; the last three are ends, from which it can be started again. */
export const StrategyStatus = z.enum(['active', 'paused', 'stopping', 'stopped', 'completed', 'failed'])
export type StrategyStatus = z.infer<typeof StrategyStatus>

export const Strategy = z.object({
  id: z.string(),
  external_id: z.string(),
  agent_id: z.int(),
  status: StrategyStatus,
  plan: Plan,
  wallet_addresses: z.array(z.string()),
  created_at: Time,
  ended_at: z.nullable(Time),
  orders_placed: z.int(),
  orders_filled: z.int(),
  /** Realised and unrealised profit in USD at the market's price, fees included; null before the first fill. */
  pnl: z.nullable(Amount),
  /** Of the present run, in the plan's quote, without fees: profit of what was sold again; null while it has bought nothing. */
  realised: z.nullable(Amount),
  /** What is held at the market's price less what it cost, in the quote; null without a price. */
  unrealised: z.nullable(Amount),
  /** Tokens bought in this run and not sold again. */
  held: Amount,
  /** Fees of the chain over all runs, in SOL. */
  fees: Amount,
})
export type Strategy = z.infer<typeof Strategy>
