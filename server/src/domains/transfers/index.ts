/** Transfers: the engine that moves funds. Submit an operation of a registered kind; it happens once or not at all. */
export { readJournal } from './journal.ts'
export type { Kind, Operation, Ready } from './kinds.ts'
export {
  createTransfers,
  type Movement,
  type Spend,
  type Submission,
  type Transfers,
} from './transfers.service.ts'
