/** The audit log as its owner reads it: in pages, or as a file. Each domain writes its own rows. */
import { auditText, auditTypes, type AuditRow, type AuditType } from '@purser/contract/audit.ts'
import type { StreamedFile } from '@purser/contract/endpoint.ts'
import { AUDIT_PAGE } from '@purser/contract/limits.ts'
import type { Db } from '../../db/client.ts'
import { type AuditFilter, readAudit, type StoredAudit } from '../../kernel/audit.store.ts'
import { csvChunks } from '../../kernel/csv.ts'

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
/** Rows of a file that are in memory at once. */
const PORTION = 1_000

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

    /** All that is wanted, newest first, however much it is; read as it is sent. */
    async file(userId: number, wanted: AuditWanted, day: string): Promise<StreamedFile> {
      const read = (before: string | undefined) => page(userId, { ...wanted, before, limit: PORTION })
      // Before anything is answered: what cannot be read at all is an error and no file.
      const first = await read(wanted.before)
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
