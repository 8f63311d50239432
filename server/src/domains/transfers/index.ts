/** Transfers: the engine that moves funds. Submit an operation of a registered kind; it happens once or not at all. */
export { feeOf } from './format.ts'
export { type IncidentReporter } from './incidents.ts'
export { type BulkKind, type Kind, type Operation, type Packing } from './kinds.ts'
export { releaseOffline } from './release.ts'
export { type Spend } from './reserve.ts'
export { createTransfers, type Transfers } from './transfers.service.ts'
export { type Movement, type TransferRow } from './transfers.store.ts'
