/** All types of plans. A new one is a folder, and its lines here and in words.ts. */
import * as z from 'zod/mini'
import { DAY_SECONDS } from '../../time.ts'
import { limitFields, limits } from '../limits/index.ts'
import { BracketPlan, bracket } from './bracket/plan.ts'
import { DcaPlan, dca } from './dca/plan.ts'
import type { Facts } from './facts.ts'
import { GridPlan, grid } from './grid/plan.ts'
import { LimitPlan, limit } from './limit/plan.ts'
import { MaCrossPlan, maCross } from './ma-cross/plan.ts'
import { RebalancePlan, rebalance } from './rebalance/plan.ts'
import { RsiPlan, rsi } from './rsi/plan.ts'
import { SwapPlan, swap } from './swap/plan.ts'
import { TwapPlan, twap } from './twap/plan.ts'

export const Plan = z.discriminatedUnion('strategy_type', [
  SwapPlan,
  DcaPlan,
  TwapPlan,
  LimitPlan,
  GridPlan,
  BracketPlan,
  RsiPlan,
  MaCrossPlan,
  RebalancePlan,
])
export type Plan = z.infer<typeof Plan>
export type StrategyType = Plan['strategy_type']
/** The plan of each type. */
export type Plans = { [T in StrategyType]: Extract<Plan, { strategy_type: T }> }

const facts: { [T in StrategyType]: Facts<Plans[T]> } = {
  swap,
  dca,
  twap,
  limit,
  grid,
  bracket,
  rsi,
  ma_cross: maCross,
  rebalance,
}
/** The facts of this plan's type. */
export const typeFacts = ({ strategy_type: type }: Plan): Facts<Plan> => facts[type]
/** Whether it trades with all that the wallets hold, and not with an amount of its own. */
export const tradesHoldings = (plan: Plan): boolean => typeFacts(plan).amount(plan) === null

/** How long it lasts, in seconds; null if it does not end by itself. */
export function planSeconds(plan: Plan): number | null {
  const own = typeFacts(plan).lastsSeconds(plan)
  const most = plan.duration_days === undefined ? null : plan.duration_days * DAY_SECONDS
  if (own === null || most === null) return own ?? most
  return Math.min(own, most)
}

/** Whether it buys or sells by a rule on the price: without one there is nothing to test. A sale proves nothing either. */
export function hasPriceRule(plan: Plan): boolean {
  if (plan.trade_direction === 'sell') return false
  const isGuarded = limitFields.some(
    (field) => limits[field].does === 'ends' && plan.risk?.[field] !== undefined,
  )
  return isGuarded || typeFacts(plan).readsPrice?.(plan) === true
}
