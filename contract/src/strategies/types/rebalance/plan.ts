/** Keeps the token at a share of token plus quote. */
import * as z from 'zod/mini'
import { Percent, Seconds } from '../../values.ts'
import { bothSides, envelope } from '../envelope.ts'
import type { Facts } from '../facts.ts'

export const RebalancePlan = z.strictObject({
  ...envelope,
  ...bothSides,
  strategy_type: z.literal('rebalance'),
  target_percent: z.number().check(z.gt(0), z.lt(100)),
  threshold_percent: z._default(Percent, 5),
  interval_seconds: z._default(Seconds, 3_600),
})
export type RebalancePlan = z.infer<typeof RebalancePlan>

export const rebalance: Facts<RebalancePlan> = {
  amount: () => null,
  orders: () => null,
  intervalSeconds: (plan) => plan.interval_seconds,
  lastsSeconds: () => null,
  goesOn: true,
  readsPrice: () => true,
}
