/** The audit log of a user, in pages or as a file. Each domain writes its own rows. */
import { auditText, auditTypes, type AuditRow, type AuditType } from '@purser/contract/audit.ts'
import type { StreamedFile } from '@purser/contract/endpoint.ts'
import { AUDIT_PAGE } from '@purser/contract/limits.ts'
import { DAY_MS } from '@purser/contract/time.ts'
import type { Db } from '../../db/client.ts'
import { type AuditFilter, readAudit, type StoredAudit } from '../../kernel/audit.store.ts'
import { csvChunks } from '../../kernel/csv.ts'

export type Audit = ReturnType<typeof createAudit>
export type AuditQuery = {
  type?: AuditType | undefined
  from?: string | undefined
  to?: string | undefined
  before?: string | undefined
  limit?: number | undefined
}

const HEADER = ['Time', 'Event', 'Details', 'Address', 'Device', 'Number']
/** Rows of a file that are in memory at once. */
const PORTION = 1_000

/** A day is included whole; a time is exclusive. */
function untilOf(to: string | undefined): Date | undefined {
  if (to === undefined) return undefined
  return to.includes('T') ? new Date(to) : new Date(Date.parse(to) + DAY_MS)
}

const filterOf = ({ type, from, to, before }: AuditQuery): Omit<AuditFilter, 'limit'> => ({
  type,
  from: from === undefined ? undefined : new Date(from),
  until: untilOf(to),
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
    const found = await readAudit(db, userId, { ...filterOf(query), limit: limit + 1 })
    const last = found.length > limit ? found[limit - 1] : undefined
    return { rows: found.slice(0, limit).map(toRow), ...(last ? { next: String(last.id) } : {}) }
  }

  return {
    page,

    /** All rows of the query, newest first, read while they are sent. */
    async file(userId: number, query: AuditQuery, day: string): Promise<StreamedFile> {
      const read = (before: string | undefined) => page(userId, { ...query, before, limit: PORTION })
      // Before the answer begins: what cannot be read at all is an error and no file.
      const first = await read(query.before)
      async function* portions() {
        yield [HEADER, ...first.rows.map(toCells)]
        for (let { next } = first; next !== undefined; ) {
          const part = await read(next)
          yield part.rows.map(toCells)
          next = part.next
        }
      }
      return { filename: `audit_${day}.csv`, chunks: csvChunks(portions()) }
    },
  }
}
