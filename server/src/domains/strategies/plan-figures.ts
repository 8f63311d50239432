/** Figures of a plan that its verdict and its explanation need. */
import { marketCost, toTradingCosts } from './costs.ts'
import { MAX_IMPACT_BPS } from './runner/order-limits.ts'
import { quoteAsset } from './sizing/sizing.ts'
import { amountOf, percentOfUnits } from './sizing/terms.ts'
import { splitByWeight } from './sizing/split.ts'
import { gridLines } from './steps/grid.ts'
import { feesOf, guards } from './steps/guards.ts'
import { spendingSide } from './steps/place.ts'
import { twapOrders } from '@purser/contract/plan.ts'

export const planFigures = {
  MAX_IMPACT_BPS,
  amountOf,
  feesOf,
  gridLines,
  guards,
  marketCost,
  percentOfUnits,
  spendingSide,
  quoteAsset,
  splitByWeight,
  toTradingCosts,
  twapOrders,
}
