/** The filter of the operation list; an empty text filters nothing. */
import {
  isFinalStatus,
  type Operation,
  OPERATION_NAMES,
  OperationStatus,
} from '@purser/contract/transfers/transfers.ts'

/** Days are UTC, the last one included. */
export type OperationFilter = { type: string; status: string; wallet: string; from: string; to: string }
export const NO_FILTER: OperationFilter = { type: '', status: '', wallet: '', from: '', to: '' }
const FIELDS = ['type', 'status', 'wallet', 'from', 'to'] as const
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Reads the filter from the page's URL; values that make no sense filter nothing. */
export function filterFrom(search: URLSearchParams): OperationFilter {
  const text = (name: (typeof FIELDS)[number]) => search.get(name) ?? ''
  const day = (name: 'from' | 'to') => (DAY.test(text(name)) ? text(name) : '')
  return {
    type: text('type'),
    status: text('status'),
    wallet: text('wallet'),
    from: day('from'),
    to: day('to'),
  }
}

/** The rest of the URL stays, except the page. */
export function withFilter(search: URLSearchParams, filter: OperationFilter): URLSearchParams {
  const next = new URLSearchParams(search)
  next.delete('pages')
  for (const name of FIELDS) {
    if (filter[name] === '') next.delete(name)
    else next.set(name, filter[name])
  }
  return next
}

export const isFiltered = (filter: OperationFilter): boolean => FIELDS.some((name) => filter[name] !== '')

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

/** Says of an ended operation whether the chain may still reopen it. */
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
    ...(filter.from === '' ? {} : { from: filter.from }),
    ...(filter.to === '' ? {} : { to: filter.to }),
  }
}
