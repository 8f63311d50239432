/** One order, now. */
import * as z from 'zod/mini'
import { PlanAmount } from '../../values.ts'
import { envelope, oneSided } from '../envelope.ts'
import type { Facts } from '../facts.ts'

export const SwapPlan = z.strictObject({
  ...envelope,
  strategy_type: z.literal('swap'),
  ...oneSided,
  amount: PlanAmount,
})
export type SwapPlan = z.infer<typeof SwapPlan>

export const swap: Facts<SwapPlan> = {
  amount: (plan) => plan.amount,
  orders: () => 1,
  lastsSeconds: () => 0,
}
