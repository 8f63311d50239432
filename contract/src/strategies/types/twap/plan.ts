/** Equal slices of a total; the remainder of base units goes to the last. */
import * as z from 'zod/mini'
import { PlanAmount, Seconds } from '../../values.ts'
import { envelope, oneSided } from '../envelope.ts'
import type { Facts } from '../facts.ts'

export const TwapPlan = z
  .strictObject({
    ...envelope,
    ...oneSided,
    strategy_type: z.literal('twap'),
    total_amount: PlanAmount,
    total_duration_seconds: Seconds,
    order_interval_seconds: Seconds,
  })
  .check(
    z.refine((plan) => plan.order_interval_seconds <= plan.total_duration_seconds, {
      message: 'must not be longer than total_duration_seconds',
      path: ['order_interval_seconds'],
    }),
  )
export type TwapPlan = z.infer<typeof TwapPlan>

/** Slices of a total. */
export const twapOrders = (plan: TwapPlan): number =>
  Math.max(1, Math.floor(plan.total_duration_seconds / plan.order_interval_seconds))

export const twap: Facts<TwapPlan> = {
  amount: (plan) => plan.total_amount,
  orders: twapOrders,
  ordersAhead: twapOrders,
  intervalSeconds: (plan) => plan.order_interval_seconds,
  lastsSeconds: (plan) => plan.total_duration_seconds,
  divides: true,
}
