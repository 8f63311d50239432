/** Balances by wallet and mint. */
export { balanceRoutes } from './balances.routes.ts'
export { type Balances, createBalances } from './balances.service.ts'
