/** All operations of the user, and the audit log. */
export { NO_AUDIT_FILTER } from './audit-filter.ts'
export { AuditFilters } from './audit-filters.tsx'
export { AuditList } from './audit-list.tsx'
export { useAudit, useAuditExport } from './use-audit.ts'
export { OperationDetail } from './operation-detail.tsx'
export { OperationFilters } from './operation-filters.tsx'
export { OperationList } from './operation-list.tsx'
export { useOperations, useOperationsExport } from './use-operations.ts'
