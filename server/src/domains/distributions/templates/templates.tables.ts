import type { TemplateKind, TemplateMode } from '@purser/contract/distributions/distribution-templates.ts'
import { bigint, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { time } from '../../../db/columns.ts'
import { users } from '../../accounts/accounts.tables.ts'

/** A wallet by its address, which it keeps when it is imported again; `name` as of that time. */
export type SavedWallet = { address: string; name: string }
export type SavedForm = {
  chosen: SavedWallet | null
  /** Amounts as decimal text; null: none was set. */
  lines: (SavedWallet & { amount: string | null })[]
  total: string | null
  variance: number | null
}

/** Saved forms of the distribution pages, each with a name. */
export const distributionTemplates = pgTable(
  'distribution_templates',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text().$type<TemplateKind>().notNull(),
    name: text().notNull(),
    mint: text(),
    mode: text().$type<TemplateMode>().notNull(),
    wallets: integer().notNull(),
    form: jsonb().$type<SavedForm>().notNull(),
    createdAt: time().notNull(),
    updatedAt: time().notNull(),
  },
  (t) => [uniqueIndex('distribution_templates_name').on(t.userId, t.kind, t.name)],
)
