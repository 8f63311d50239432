/** buy: buys, then exits by the first barrier met. sell: guards what is held. Barriers are measured from the entry. */
import * as z from 'zod/mini'
import { Gain, Percent, PlanAmount, Price, Seconds } from '../../values.ts'
import { envelope, oneSided } from '../envelope.ts'
import type { Facts } from '../facts.ts'

export const BracketPlan = z
  .strictObject({
    ...envelope,
    ...oneSided,
    strategy_type: z.literal('bracket'),
    amount: PlanAmount,
    entry_price_usd: z.optional(Price),
    stop_loss_percent: z.optional(Percent),
    take_profit_percent: z.optional(Gain),
    trailing_stop_percent: z.optional(Percent),
    time_limit_seconds: z.optional(Seconds),
  })
  .check(
    z.refine(
      (plan) =>
        plan.stop_loss_percent !== undefined ||
        plan.take_profit_percent !== undefined ||
        plan.trailing_stop_percent !== undefined ||
        plan.time_limit_seconds !== undefined,
      {
        message: 'needs a stop loss, a take profit, a trailing stop or a time limit',
        path: ['stop_loss_percent'],
      },
    ),
  )
export type BracketPlan = z.infer<typeof BracketPlan>

export const bracket: Facts<BracketPlan> = {
  amount: (plan) => plan.amount,
  orders: () => 1,
  orderPrice: (plan, side) =>
    plan.trade_direction === 'buy' && side === 'buy' ? (plan.entry_price_usd ?? null) : null,
  lastsSeconds: (plan) => plan.time_limit_seconds ?? null,
  guards: true,
  readsPrice: () => true,
}
