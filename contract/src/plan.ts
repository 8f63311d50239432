/**
 * A plan is what an instruction means (specification 5): one tagged union on strategy_type, shared by the console, the
 * server, the backtest and a model's structured output. Amounts are totals over all chosen wallets per order.
 */
import * as z from 'zod/mini'
import { DEFAULT_SLIPPAGE_BPS, MAX_INTERVAL_SECONDS, MAX_SLIPPAGE_BPS } from './limits.ts'
import { Address } from './values.ts'

export const Unit = z.enum(['SOL', 'USDC', 'USD', 'token', 'percent'])
export type Unit = z.infer<typeof Unit>

/** A positive number; a decimal string where a JSON number would lose digits. */
const PlanNumber = z.union([
  z.number().check(z.positive('must be above 0')),
  z.string().check(z.regex(/^(?!0*\.?0*$)\d{1,20}(\.\d{1,18})?$/, 'must be a positive decimal number')),
])

export const PlanAmount = z.strictObject({ value: PlanNumber, unit: Unit })
export type PlanAmount = z.infer<typeof PlanAmount>

const Price = PlanNumber
const envelope = {
  version: z.literal(1),
  /** The instruction in one plain sentence. */
  goal: z.string().check(z.minLength(1), z.maxLength(500)),
  /** The mint that is traded (base). */
  token_address: Address,
  /** What it is traded against. */
  quote: z.enum(['SOL', 'USDC']),
  slippage_bps: z._default(z.int().check(z.minimum(1), z.maximum(MAX_SLIPPAGE_BPS)), DEFAULT_SLIPPAGE_BPS),
  /** The strategy ends after this many days, whatever is left. */
  duration_days: z.optional(z.number().check(z.positive(), z.maximum(3650))),
  /** What happens to the token bought when the strategy is stopped. */
  on_stop: z._default(z.enum(['keep', 'sell']), 'keep'),
}

export const SwapPlan = z.strictObject({
  ...envelope,
  strategy_type: z.literal('swap'),
  trade_direction: z.enum(['buy', 'sell']),
  amount: PlanAmount,
})
export type SwapPlan = z.infer<typeof SwapPlan>

export const DcaPlan = z.strictObject({
  ...envelope,
  strategy_type: z.literal('dca'),
  trade_direction: z.enum(['buy', 'sell']),
  amount_per_order: PlanAmount,
  interval_seconds: z.int().check(z.minimum(1), z.maximum(MAX_INTERVAL_SECONDS)),
  /** Without it and without duration_days: until stopped or out of funds. */
  order_count: z.optional(z.int().check(z.minimum(1), z.maximum(1_000_000))),
  /** Outside these bounds an order is skipped and said so. */
  min_price_usd: z.optional(Price),
  max_price_usd: z.optional(Price),
})
export type DcaPlan = z.infer<typeof DcaPlan>

export const Plan = z.discriminatedUnion('strategy_type', [SwapPlan, DcaPlan])
export type Plan = z.infer<typeof Plan>
export type StrategyType = Plan['strategy_type']

/** How many orders a DCA plan places: its count, else as many as fit its duration, else null (no end). */
export function dcaOrders(plan: DcaPlan): number | null {
  const byTime =
    plan.duration_days === undefined
      ? null
      : Math.max(1, Math.floor((plan.duration_days * 86_400) / plan.interval_seconds + 1e-9))
  if (plan.order_count === undefined) return byTime
  return byTime === null ? plan.order_count : Math.min(plan.order_count, byTime)
}
