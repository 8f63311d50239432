/** The audit log of a user, in pages or as a file. Each domain writes its own rows. */
import { auditText, auditTypes, type AuditRow, type AuditType } from '@purser/contract/audit.ts'
import type { StreamedFile } from '@purser/contract/endpoint.ts'
import { AUDIT_PAGE } from '@purser/contract/limits.ts'
import type { Db } from '../../db/client.ts'
import { type AuditFilter, readAudit, type StoredAudit } from '../../kernel/audit.store.ts'
import { pagedFile, toUntil } from './paged-file.ts'

export type Audit = ReturnType<typeof createAudit>
export type AuditQuery = {
  type?: AuditType | undefined
  from?: string | undefined
  to?: string | undefined
  before?: string | undefined
  limit?: number | undefined
}

const HEADER = ['Time', 'Event', 'Details', 'Address', 'Device', 'Number']
/** The most rows of a file in memory at a time. */
const PORTION = 1_000

const toFilter = ({ type, from, to, before }: AuditQuery): Omit<AuditFilter, 'limit'> => ({
  type,
  from: from === undefined ? undefined : new Date(from),
  until: toUntil(to),
  before: before === undefined ? undefined : Number(before),
})

const toRow = ({ id, at, type, address, device, detail }: StoredAudit): AuditRow => ({
  id,
  at: at.toISOString(),
  type,
  address,
  device,
  detail,
})

const toCells = ({ id, at, type, address, device, detail }: AuditRow): string[] => [
  at,
  auditTypes[type] ?? type,
  auditText(detail),
  address,
  device,
  String(id),
]

export function createAudit(db: Db) {
  /** One more shows whether there is another page. */
  async function page(userId: number, query: AuditQuery): Promise<{ rows: AuditRow[]; next?: string }> {
    const limit = query.limit ?? AUDIT_PAGE
    const found = await readAudit(db, userId, { ...toFilter(query), limit: limit + 1 })
    const last = found.length > limit ? found[limit - 1] : undefined
    return { rows: found.slice(0, limit).map(toRow), ...(last ? { next: String(last.id) } : {}) }
  }

  return {
    page,

    /** All rows of the query, newest first, read while they are sent. */
    file: (userId: number, query: AuditQuery, day: string): Promise<StreamedFile> =>
      pagedFile({
        filename: `audit_${day}.csv`,
        header: HEADER,
        read: (before) => page(userId, { ...query, before, limit: PORTION }),
        before: query.before,
        toCells,
      }),
  }
}
