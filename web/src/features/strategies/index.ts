/** Plans as people read them. */
export { PlanCard } from './plan-card.tsx'
export { planRows } from './plan-rows.ts'
export { BacktestCard } from './backtest-card.tsx'
export { ParityButton } from './parity-button.tsx'
