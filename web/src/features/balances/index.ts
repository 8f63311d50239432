/** The holdings of wallets, and their worth over time. */
export { BalanceView } from './balance-view.tsx'
export { balanceKey, useBalance, useRefreshBalances } from './use-balance.ts'
