/** The activity page: every operation of the user, whatever feature began it. */
export { getOperation, listOperations, resolveOperation } from './transfers.ts'
