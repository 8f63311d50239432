/** What the audit log is narrowed to; empty text is everything. Days are of UTC, and the last one is included. */
import { AUDIT_TYPES, type AuditType } from '@purser/contract/audit.ts'

export type AuditFilter = { type: string; from: string; to: string }
export const NO_AUDIT_FILTER: AuditFilter = { type: '', from: '', to: '' }

const isType = (type: string): type is AuditType => (AUDIT_TYPES as string[]).includes(type)

/** The filter as the call takes it: only what is set. */
export const auditQuery = ({ type, from, to }: AuditFilter) => ({
  ...(isType(type) ? { type } : {}),
  ...(from === '' ? {} : { from }),
  ...(to === '' ? {} : { to }),
})

/** What is wrong with the days, in words. */
export const auditComplaint = ({ from, to }: AuditFilter): string | undefined =>
  from !== '' && to !== '' && from > to ? 'The first day lies behind the last.' : undefined
