/** The audit log as its owner reads it: in pages, or as a file. Each domain writes its own rows. */
import { auditText, auditTypes, type AuditRow, type AuditType } from '@purser/contract/audit.ts'
import type { FileAnswer } from '@purser/contract/endpoint.ts'
import { AUDIT_FILE_ROWS, AUDIT_PAGE, AUDIT_PAGE_MAX } from '@purser/contract/limits.ts'
import type { Db } from '../../db/client.ts'
import { type AuditFilter, readAudit, type StoredAudit } from '../../kernel/audit.store.ts'
import { toCsvBytes } from '../../kernel/csv.ts'

export type Audit = ReturnType<typeof createAudit>
export type AuditWanted = {
  type?: AuditType | undefined
  from?: string | undefined
  to?: string | undefined
  before?: string | undefined
  limit?: number | undefined
}

const HEADER = ['Time', 'Event', 'Details', 'Address', 'Device', 'Number']
const DAY_MS = 86_400_000

/** A day includes its end, a time is the first that is left out. */
function untilOf(to: string | undefined): Date | undefined {
  if (to === undefined) return undefined
  return to.includes('T') ? new Date(to) : new Date(Date.parse(to) + DAY_MS)
}

const filterOf = ({ type, from, to, before }: AuditWanted): Omit<AuditFilter, 'limit'> => ({
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
  /** One more than asked for tells whether there is another page. */
  async function page(userId: number, wanted: AuditWanted): Promise<{ rows: AuditRow[]; next?: string }> {
    const limit = wanted.limit ?? AUDIT_PAGE
    const found = await readAudit(db, userId, { ...filterOf(wanted), limit: limit + 1 })
    const last = found.length > limit ? found[limit - 1] : undefined
    return { rows: found.slice(0, limit).map(toRow), ...(last ? { next: String(last.id) } : {}) }
  }

  return {
    page,

    /** All that is wanted, newest first. */
    async file(userId: number, wanted: AuditWanted, day: string): Promise<FileAnswer> {
      const rows: string[][] = [HEADER]
      let before = wanted.before
      do {
        const part = await page(userId, { ...wanted, before, limit: AUDIT_PAGE_MAX })
        for (const row of part.rows) rows.push(toCells(row))
        before = part.next
      } while (before !== undefined && rows.length <= AUDIT_FILE_ROWS)
      return { filename: `audit_${day}.csv`, bytes: toCsvBytes(rows) }
    },
  }
}
