/** Strategies: the pure functions that trade by a plan, the runner that lets them, and their backtest. */
export type { News, Reporter } from './news.ts'
export { type Asset, type Sizing, SWAP_FEE } from './sizing.ts'
export { gridLines } from './step-grid.ts'
export { spendingSide } from './step-order.ts'
export { twapOrders } from './step-twap.ts'
export { createStrategies, type AgentRef, type RowStatus, type Strategies } from './strategies.service.ts'
export { amountOf, percentOfUnits } from './terms.ts'
export type { TradesPage } from './trades.ts'
