/** Trades when the RSI of closed candles crosses a level. */
import * as z from 'zod/mini'
import { PlanAmount } from '../../values.ts'
import { bothSides, envelope } from '../envelope.ts'
import type { Facts } from '../facts.ts'
import { Length, Level, Timeframe, TIMEFRAME_SECONDS } from '../timeframe.ts'

export const RsiPlan = z
  .strictObject({
    ...envelope,
    ...bothSides,
    strategy_type: z.literal('rsi'),
    timeframe: Timeframe,
    length: z._default(Length, 14),
    buy_below: z._default(Level, 30),
    sell_above: z._default(Level, 70),
    amount_per_trade: PlanAmount,
  })
  .check(
    z.refine((plan) => plan.buy_below < plan.sell_above, {
      message: 'must be above buy_below',
      path: ['sell_above'],
    }),
  )
export type RsiPlan = z.infer<typeof RsiPlan>

export const rsi: Facts<RsiPlan> = {
  amount: (plan) => plan.amount_per_trade,
  orders: () => null,
  intervalSeconds: (plan) => TIMEFRAME_SECONDS[plan.timeframe],
  lastsSeconds: () => null,
  goesOn: true,
  readsPrice: () => true,
}
