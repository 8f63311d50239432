/** The audit log. Each domain writes its own rows, in the transaction that they record; activity reads them. */
import type { AuditDetail, AuditType } from '@purser/contract/audit.ts'
import { and, desc, eq, gte, lt, type SQL } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { toChunks } from './chunks.ts'
import { audit } from './kernel.tables.ts'

export type AuditEntry = {
  userId: number
  type: AuditType
  /** Names, addresses and counts. Never a secret. */
  detail: AuditDetail
  /** The client's address, or 'server'. */
  address: string
  /** The client program, by its User-Agent. */
  device?: string | undefined
}
export type StoredAudit = typeof audit.$inferSelect
export type AuditFilter = {
  type?: AuditType | undefined
  from?: Date | undefined
  /** Rows before it. */
  until?: Date | undefined
  /** Rows older than this one. */
  before?: number | undefined
  limit: number
}

/** PostgreSQL allows 65,535 parameters in a statement. */
const ROWS_PER_STATEMENT = 5_000

export async function writeAudit(db: Db, ...entries: AuditEntry[]): Promise<void> {
  const rows = entries.map((entry) => ({ ...entry, device: entry.device ?? '' }))
  for (const some of toChunks(rows, ROWS_PER_STATEMENT)) await db.insert(audit).values(some)
}

/** Newest first. */
export async function readAudit(db: Db, userId: number, filter: AuditFilter): Promise<StoredAudit[]> {
  const { type, from, until, before, limit } = filter
  const where: (SQL | undefined)[] = [
    eq(audit.userId, userId),
    type && eq(audit.type, type),
    from && gte(audit.at, from),
    until && lt(audit.at, until),
    before === undefined ? undefined : lt(audit.id, before),
  ]
  return db
    .select()
    .from(audit)
    .where(and(...where))
    .orderBy(desc(audit.id))
    .limit(limit)
}
