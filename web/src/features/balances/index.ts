/** What a wallet holds. */
export { BalanceView } from './balance-view.tsx'
export { balanceKey, useRefreshBalances } from './use-balance.ts'
