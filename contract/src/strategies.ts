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
})
export type Strategy = z.infer<typeof Strategy>
