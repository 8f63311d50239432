/** What wallets hold, and what they were worth over time. */
export { BalanceView } from './balance-view.tsx'
export { balanceKey, useBalance, useRefreshBalances } from './use-balance.ts'
