/** What wallets hold, and what they were worth over time. */
export { BalanceView } from './balance-view.tsx'
export { balanceKey, useRefreshBalances } from './use-balance.ts'
