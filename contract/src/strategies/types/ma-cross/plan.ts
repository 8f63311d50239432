/** Buys on the upward cross of the fast over the slow average, sells on the downward one. */
import * as z from 'zod/mini'
import { PlanAmount } from '../../values.ts'
import { bothSides, envelope } from '../envelope.ts'
import type { Facts } from '../facts.ts'
import { Length, Timeframe, TIMEFRAME_SECONDS } from '../timeframe.ts'

export const MaCrossPlan = z
  .strictObject({
    ...envelope,
    ...bothSides,
    strategy_type: z.literal('ma_cross'),
    timeframe: Timeframe,
    kind: z._default(z.enum(['sma', 'ema']), 'sma'),
    fast_length: z.int().check(z.minimum(1), z.maximum(499)),
    slow_length: Length,
    amount_per_trade: PlanAmount,
  })
  .check(
    z.refine((plan) => plan.fast_length < plan.slow_length, {
      message: 'must be above fast_length',
      path: ['slow_length'],
    }),
  )
export type MaCrossPlan = z.infer<typeof MaCrossPlan>

export const maCross: Facts<MaCrossPlan> = {
  amount: (plan) => plan.amount_per_trade,
  orders: () => null,
  intervalSeconds: (plan) => TIMEFRAME_SECONDS[plan.timeframe],
  lastsSeconds: () => null,
  goesOn: true,
  readsPrice: () => true,
}
