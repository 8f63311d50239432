/** The activity page: every operation of the user, whatever feature began it. */
export { exportOperations, getOperation, listOperations, resolveOperation } from './transfers/transfers.ts'
