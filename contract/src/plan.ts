/**
 * A plan is what an instruction means (specification 5): one tagged union on strategy_type, shared by the console, the
 * server, the backtest and a model's structured output. Amounts are totals over all chosen wallets per order. Each type is
 * a folder in strategies/types, each limit a file in strategies/limits.
 */
export { Risk } from './strategies/limits/index.ts'
export { BracketPlan } from './strategies/types/bracket/plan.ts'
export { DcaPlan, dcaOrders } from './strategies/types/dca/plan.ts'
export { GridPlan, gridLines } from './strategies/types/grid/plan.ts'
export {
  typeFacts,
  Plan,
  type Plans,
  type StrategyType,
  tradesHoldings,
} from './strategies/types/index.ts'
export { LimitPlan } from './strategies/types/limit/plan.ts'
export { MaCrossPlan } from './strategies/types/ma-cross/plan.ts'
export { RebalancePlan } from './strategies/types/rebalance/plan.ts'
export { RsiPlan } from './strategies/types/rsi/plan.ts'
export { SwapPlan } from './strategies/types/swap/plan.ts'
export { Timeframe, TIMEFRAME_SECONDS } from './strategies/types/timeframe.ts'
export { TwapPlan, twapOrders } from './strategies/types/twap/plan.ts'
export { PlanAmount, Unit } from './strategies/values.ts'
