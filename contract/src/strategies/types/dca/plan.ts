/** The same order at each interval. */
import * as z from 'zod/mini'
import { PlanAmount, Price, Seconds } from '../../values.ts'
import { envelope, oneSided } from '../envelope.ts'
import type { Facts } from '../facts.ts'

export const DcaPlan = z.strictObject({
  ...envelope,
  strategy_type: z.literal('dca'),
  ...oneSided,
  amount_per_order: PlanAmount,
  interval_seconds: Seconds,
  /** Without it and without duration_days: until stopped or out of funds. */
  order_count: z.optional(z.int().check(z.minimum(1), z.maximum(1_000_000))),
  /** Outside these bounds an order is skipped, and the log says so. */
  min_price_usd: z.optional(Price),
  max_price_usd: z.optional(Price),
})
export type DcaPlan = z.infer<typeof DcaPlan>

/** How many orders a DCA plan places: its count, else as many as fit its duration, else null (no end). */
export function dcaOrders(plan: DcaPlan): number | null {
  const byTime =
    plan.duration_days === undefined
      ? null
      : Math.max(1, Math.floor((plan.duration_days * 86_400) / plan.interval_seconds + 1e-9))
  if (plan.order_count === undefined) return byTime
  return byTime === null ? plan.order_count : Math.min(plan.order_count, byTime)
}

export const dca: Facts<DcaPlan> = {
  amount: (plan) => plan.amount_per_order,
  orders: dcaOrders,
  ordersAhead: dcaOrders,
  intervalSeconds: (plan) => plan.interval_seconds,
  lastsSeconds(plan) {
    const orders = dcaOrders(plan)
    return orders === null ? null : (orders - 1) * plan.interval_seconds
  },
  repeats: true,
  readsPrice: (plan) => plan.min_price_usd !== undefined || plan.max_price_usd !== undefined,
}
