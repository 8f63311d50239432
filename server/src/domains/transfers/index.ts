/** Transfers: the engine that moves funds. Submit an operation of a registered kind; it happens once or not at all. */
export type { Reopened, ReopeningReporter } from './finality.ts'
export { type Budget, feeOf, type Format } from './format.ts'
export { readJournal } from './journal.ts'
export type { BulkKind, Kind, Operation, Packing, Ready } from './kinds.ts'
export type { OperationFilter, SummaryRow } from './operations.store.ts'
export {
  chunkSize,
  chunksOf,
  collectFee,
  bisect,
  type Payer,
  payerOf,
  planGather,
  SOL_CHUNK,
  solBudget,
  spreadFees,
} from './plan-sol.ts'
export { simulateChunks } from './simulate.ts'
export type { Hold } from './reconcile.ts'
export { type ReleaseAnswer, releaseOffline, type ReleaseRequest } from './release.ts'
export type { Movement, Spend, Submission } from './reserve.ts'
export type { OperationOutcome } from './outcomes.store.ts'
export type { Parent } from './follow-ups.store.ts'
export { OPERATION_ID } from './operation-id.ts'
export { createTransfers, type Transfers } from './transfers.service.ts'
export type { TransferRow } from './transfers.store.ts'
