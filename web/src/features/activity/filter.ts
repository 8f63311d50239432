/** The filter of the operation list; an empty text filters nothing. */
import {
  isFinalStatus,
  type Operation,
  OPERATION_NAMES,
  OperationStatus,
} from '@purser/contract/transfers.ts'

export type OperationFilter = { type: string; status: string; wallet: string }
export const NO_FILTER: OperationFilter = { type: '', status: '', wallet: '' }

export const TYPES = Object.keys(OPERATION_NAMES)
export const typeName = (type: string) => OPERATION_NAMES[type] ?? type

export const STATUSES = OperationStatus.options
export const statusNames: Record<OperationStatus, string> = {
  pending: 'Pending',
  running: 'Running',
  resolving: 'Resolving',
  completed: 'Completed',
  partial: 'Partially completed',
  failed: 'Failed',
}

/** Of an ended operation: whether the chain may still reopen it. */
export function finalText({
  status,
  finalized,
}: Pick<Operation, 'status' | 'finalized'>): string | undefined {
  if (!isFinalStatus(status)) return undefined
  if (finalized) return 'Final'
  return status === 'failed' ? 'Not final yet' : 'Confirmed, not final yet'
}

/** The query of the call: only the fields that are set. */
export function filterQuery(filter: OperationFilter) {
  const status = OperationStatus.safeParse(filter.status)
  return {
    ...(filter.type === '' ? {} : { type: filter.type }),
    ...(status.success ? { status: status.data } : {}),
    ...(filter.wallet === '' ? {} : { wallet: filter.wallet }),
  }
}
