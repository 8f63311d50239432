/** What a wallet holds. */
export { BalanceView } from './balance-view.tsx'
export { balanceKey } from './use-balance.ts'
