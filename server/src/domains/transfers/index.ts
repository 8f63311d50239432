/** Transfers: the engine that moves funds. Submit an operation of a registered kind; it happens once or not at all. */
export { feeOf } from './funds/format.ts'
export { type IncidentReporter } from './incidents.ts'
export { type BulkKind, type Kind, type Operation, type Packing } from './kinds.ts'
export { releaseOffline } from './operator/release.ts'
export { type Spend } from './submit/reserve.ts'
export { createTransfers, type Transfers } from './create-transfers.ts'
export { type Movement, type TransferRow } from './records/transfers.store.ts'
