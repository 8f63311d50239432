/** Buys on each level passed downward, sells on each passed upward. */
import * as z from 'zod/mini'
import { PlanAmount, Price } from '../../values.ts'
import { bothSides, envelope } from '../envelope.ts'
import type { Facts } from '../facts.ts'

export const GridPlan = z
  .strictObject({
    ...envelope,
    ...bothSides,
    strategy_type: z.literal('grid'),
    lower_price_usd: Price,
    upper_price_usd: Price,
    grid_levels: z.int().check(z.minimum(2), z.maximum(200)),
    total_amount: PlanAmount,
    spacing: z._default(z.enum(['arithmetic', 'geometric']), 'arithmetic'),
  })
  .check(
    z.refine((plan) => Number(plan.lower_price_usd) < Number(plan.upper_price_usd), {
      message: 'must be above lower_price_usd',
      path: ['upper_price_usd'],
    }),
  )
export type GridPlan = z.infer<typeof GridPlan>

/** The prices of the lines, lowest first. */
export function gridLines(plan: GridPlan): number[] {
  const [low, high, n] = [Number(plan.lower_price_usd), Number(plan.upper_price_usd), plan.grid_levels]
  return Array.from({ length: n }, (_, i) =>
    plan.spacing === 'geometric' ? low * (high / low) ** (i / (n - 1)) : low + ((high - low) * i) / (n - 1),
  )
}

export const grid: Facts<GridPlan> = {
  amount: (plan) => plan.total_amount,
  orders: () => null,
  ordersAhead: (plan) => plan.grid_levels - 1,
  lastsSeconds: () => null,
  divides: true,
  sellsEach: true,
  readsPrice: () => true,
}
