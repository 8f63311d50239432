/** Buys at or below the price, sells at or above it. */
import * as z from 'zod/mini'
import { PlanAmount, Price, Seconds } from '../../values.ts'
import { envelope, oneSided } from '../envelope.ts'
import type { Facts } from '../facts.ts'

export const LimitPlan = z.strictObject({
  ...envelope,
  ...oneSided,
  strategy_type: z.literal('limit'),
  amount: PlanAmount,
  limit_price_usd: Price,
  expires_in_seconds: z.optional(Seconds),
})
export type LimitPlan = z.infer<typeof LimitPlan>

export const limit: Facts<LimitPlan> = {
  amount: (plan) => plan.amount,
  orders: () => 1,
  orderPrice: (plan) => plan.limit_price_usd,
  lastsSeconds: (plan) => plan.expires_in_seconds ?? null,
  expiresSeconds: (plan) => plan.expires_in_seconds,
  readsPrice: () => true,
}
