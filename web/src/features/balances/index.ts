/** What wallets hold, and what they were worth over time. */
export { AdvancedFilters } from './advanced-filters.tsx'
export { drawSummary, extraLines } from './balance-summary.tsx'
export { BalanceView } from './balance-view.tsx'
export { activeFilters, filterWallets, needsHoldings, NO_FILTER } from './filter-wallets.ts'
export { type HoldingState, holdingText, totalOf } from './holding.ts'
export { PortfolioPanel } from './portfolio-panel.tsx'
export { balanceKey, useRefreshBalances } from './use-balance.ts'
export { useBalances } from './use-balances.ts'
