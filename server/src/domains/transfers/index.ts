/** Transfers: the engine that moves funds. Submit an operation of a registered kind; it happens once or not at all. */
export { createTransfers } from './create-transfers.ts'
export { transactionFee } from './funds/format.ts'
export { type IncidentReporter } from './incidents.ts'
export { type BulkKind, type Kind, type Operation, type Packing } from './kinds.ts'
export { type SummaryRow } from './lookups/list-operations.store.ts'
export { type PastMove } from './lookups/past-moves.store.ts'
export { type Arrival, type LandedMovements } from './lookups/signatures.store.ts'
export { type StoryRow } from './lookups/stories.store.ts'
export { type ReleaseAnswer, releaseOffline, type ReleaseRequest } from './operator/release.ts'
export { type Movement } from './records/operations.store.ts'
export { type TransferRow } from './records/transfers.store.ts'
export { type Spend } from './submit/reserve.ts'
export {
  type Funds,
  type Lookups,
  type PastMoves,
  type Signatures,
  type Submit,
  type Transfers,
} from './transfers.ts'
