/**
 * A plan is what an instruction means (specification 5): one tagged union on strategy_type, shared by the console, the
 * server, the backtest and a model's structured output. Amounts are totals over all chosen wallets per order. Each type is
 * a folder in strategies/types, each limit a file in strategies/limits.
 */
export { Risk } from './limits/index.ts'
export { BracketPlan } from './types/bracket/plan.ts'
export { DcaPlan, dcaOrders } from './types/dca/plan.ts'
export { GridPlan, gridLines } from './types/grid/plan.ts'
export {
  hasPriceRule,
  typeFacts,
  Plan,
  planSeconds,
  type Plans,
  type StrategyType,
  tradesHoldings,
} from './types/index.ts'
export { LimitPlan } from './types/limit/plan.ts'
export { MaCrossPlan } from './types/ma-cross/plan.ts'
export { RebalancePlan } from './types/rebalance/plan.ts'
export { RsiPlan } from './types/rsi/plan.ts'
export { SwapPlan } from './types/swap/plan.ts'
export { Timeframe, TIMEFRAME_SECONDS } from './types/timeframe.ts'
export { TwapPlan, twapOrders } from './types/twap/plan.ts'
export { PlanAmount, Unit } from './values.ts'
