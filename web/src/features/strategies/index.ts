/** Plans and their results: cards, chart, figures, trades. */
export { BacktestCard } from './backtest-card.tsx'
export { ChartPanel } from './chart-panel.tsx'
export { FiguresLine, Gain } from './figures-line.tsx'
export { ParityButton } from './parity-button.tsx'
export { PlanCard } from './plan-card.tsx'
export { planRows } from './plan-rows.ts'
export { changesRecord } from './log-kinds.ts'
