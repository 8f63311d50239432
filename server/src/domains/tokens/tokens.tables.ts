import { bigint, index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import { address, time } from '../../db/columns.ts'
import { users } from '../accounts/accounts.tables.ts'

/** Pairs of wallet and mint that may be sent to. */
export const whitelistEntries = pgTable(
  'whitelist_entries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    wallet: address().notNull(),
    mint: address().notNull(),
    addedAt: time().notNull(),
  },
  (t) => [
    uniqueIndex('whitelist_entries_pair').on(t.userId, t.wallet, t.mint),
    index('whitelist_entries_user').on(t.userId, t.id),
  ],
)
