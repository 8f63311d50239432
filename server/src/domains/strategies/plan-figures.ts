/** Figures of a plan for its verdict and its explanation. */
import { marketCost, toTradingCosts } from './costs.ts'
import { MAX_IMPACT_BPS } from './runner/order-limits.ts'
import { quoteAsset } from './sizing/sizing.ts'
import { getAmount, percentOfUnits } from './sizing/terms.ts'
import { splitByWeight } from './sizing/split.ts'
import { countFees, guards } from './engine/guards.ts'
import { spendingSide } from './engine/place.ts'
import { planType } from './types/index.ts'
import type { Plan } from '@purser/contract/strategies/plan.ts'

export const planFigures = {
  MAX_IMPACT_BPS,
  getAmount,
  countFees,
  guards,
  marketCost,
  percentOfUnits,
  spendingSide,
  quoteAsset,
  splitByWeight,
  toTradingCosts,
  /** Why nobody could carry out such a plan; null: it is sound. */
  findProblem: (plan: Plan) => planType(plan).problem?.(plan) ?? null,
}
