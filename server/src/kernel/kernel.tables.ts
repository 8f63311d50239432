/** Tables of the kernel. */
import type { AuditDetail, AuditType } from '@purser/contract/audit.ts'
import { bigint, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { time } from '../db/columns.ts'

export const rateWindows = pgTable(
  'rate_windows',
  {
    key: text().primaryKey(),
    hits: integer().notNull(),
    endsAt: time().notNull(),
  },
  (t) => [index('rate_windows_ends').on(t.endsAt)],
)

/** One row per key, user and route: the hash of the request and, once there is one, the answer, without secrets. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: bigint({ mode: 'number' }).notNull(),
    route: text().notNull(),
    key: text().notNull(),
    bodyHash: text().notNull(),
    /** The process that handles the request; null once answered. */
    owner: text(),
    status: integer(),
    answer: jsonb(),
    createdAt: time().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.route, t.key] }),
    index('idempotency_keys_created').on(t.createdAt),
  ],
)

/** The heartbeats of server processes: work whose owner has none may be claimed by another. */
export const processes = pgTable('processes', {
  id: text().primaryKey(),
  seenAt: time().notNull(),
  startedAt: time().notNull().defaultNow(),
})

/** Values that are set once and never change, such as the network that this database belongs to. */
export const settings = pgTable('settings', { key: text().primaryKey(), value: text().notNull() })

/**
 * The audit log: who did what with keys, sessions and guards, when and from where. Never a secret. Append-only,
 * enforced by the database (db/append-only.ts). No foreign keys: rows outlive their subjects.
 */
export const audit = pgTable(
  'audit',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: bigint({ mode: 'number' }).notNull(),
    type: text().$type<AuditType>().notNull(),
    detail: jsonb().$type<AuditDetail>().notNull(),
    address: text().notNull(),
    device: text().notNull(),
    at: time().notNull().defaultNow(),
  },
  (t) => [index('audit_user').on(t.userId, t.id), index('audit_type').on(t.userId, t.type, t.id)],
)
