/** Strategies: the pure functions that trade by a plan, their runner, their record, their backtest. */
export { planFigures } from './plan-figures.ts'
export type { Reporter } from './record/notification-events.ts'
export type { TradesPage } from './record/trades.ts'
export { isLive, type RowStatus } from './rows.ts'
export type { Asset, Sizing } from './sizing/sizing.ts'
export { createStrategies, type Strategies } from './strategies.service.ts'
export type { Glance } from './strategies.store.ts'
