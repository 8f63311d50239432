/** Balances by wallet and mint, and value over time. */
export { balanceRoutes } from './balances.routes.ts'
export { type Balances, type BalancesParts, createBalances } from './balances.service.ts'
export { createPortfolio, type Portfolio } from './portfolio.ts'
export { type Commitment, type RunProfit } from './portfolio/source.ts'
export { startPortfolioWorker } from './portfolio.worker.ts'
export { microUsd, readPrices } from './value.ts'
