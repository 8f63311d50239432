/** Tables of the machinery itself. */
import type { AuditDetail, AuditType } from '@purser/contract/audit.ts'
import { bigint, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { time } from '../db/columns.ts'

export const rateWindows = pgTable('rate_windows', {
  key: text().primaryKey(),
  hits: integer().notNull(),
  endsAt: time().notNull(),
})

/** One row per key, user and route: what was asked (hashed) and, once known, the answer. Answers with a secret are never stored. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: bigint({ mode: 'number' }).notNull(),
    route: text().notNull(),
    key: text().notNull(),
    bodyHash: text().notNull(),
    /** The process that is at work on it; null once answered. */
    owner: text(),
    status: integer(),
    answer: jsonb(),
    createdAt: time().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.route, t.key] })],
)

/** Servers that are up: what names one as its owner and outlives its beat is free to be taken over. */
export const processes = pgTable('processes', { id: text().primaryKey(), seenAt: time().notNull() })

/** What is learnt once and must hold from then on, such as which network this database belongs to. */
export const settings = pgTable('settings', { key: text().primaryKey(), value: text().notNull() })

/**
 * Who did what with keys, sessions and guards, when and from where. Never a secret. Rows are only ever added: the
 * database itself refuses anything else (db/append-only.ts). No reference: the record outlives what it tells of.
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
  (t) => [index('audit_user').on(t.userId, t.id)],
)
