/** All types of plans. A new one is a folder and a line here. */
import type { Plan, Plans, StrategyType } from '@purser/contract/strategies/plan.ts'
import { bracket } from './bracket/index.ts'
import { dca } from './dca/index.ts'
import { grid } from './grid/index.ts'
import { limit } from './limit/index.ts'
import { maCross } from './ma-cross/index.ts'
import type { PlanType } from './plan-type.ts'
import { rebalance } from './rebalance/index.ts'
import { rsi } from './rsi/index.ts'
import { swap } from './swap/index.ts'
import { twap } from './twap/index.ts'

const types: { [T in StrategyType]: PlanType<Plans[T]> } = {
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
export const planType = ({ strategy_type: type }: Plan): PlanType<Plan> => types[type]
