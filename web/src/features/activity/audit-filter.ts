/** The filter of the audit log; an empty text filters nothing. Days are UTC, the last one included. */
import { AUDIT_TYPES, type AuditType } from '@purser/contract/audit.ts'

export type AuditFilter = { type: string; from: string; to: string }
export const NO_AUDIT_FILTER: AuditFilter = { type: '', from: '', to: '' }

const isType = (type: string): type is AuditType => (AUDIT_TYPES as string[]).includes(type)

/** The query of the call: only the fields that are set. */
export const auditQuery = ({ type, from, to }: AuditFilter) => ({
  ...(isType(type) ? { type } : {}),
  ...(from === '' ? {} : { from }),
  ...(to === '' ? {} : { to }),
})

/** The problem with the days, as a message. */
export const auditComplaint = ({
  from,
  to,
}: Pick<AuditFilter, 'from' | 'to'> & { type?: string }): string | undefined =>
  from !== '' && to !== '' && from > to ? 'Start date is after end date.' : undefined
