/** Every operation of the user, whatever feature began it. */
export { OperationDetail } from './operation-detail.tsx'
export { OperationFilters } from './operation-filters.tsx'
export { OperationList } from './operation-list.tsx'
export { useOperation, useOperations } from './use-operations.ts'
export { NO_FILTER, type OperationFilter } from './filter.ts'
