import { bigint, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { address, time, units } from '../../db/columns.ts'
import { users } from '../accounts/accounts.tables.ts'

const userId = () =>
  bigint({ mode: 'number' })
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** Written once the token is on the chain. */
export const createdTokens = pgTable(
  'created_tokens',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: userId(),
    operationId: uuid().notNull(),
    mint: address().notNull(),
    symbol: text().notNull(),
    name: text().notNull(),
    description: text().notNull(),
    image: text().notNull(),
    decimals: integer().notNull(),
    supply: units().notNull(),
    createdAt: time().notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('created_tokens_mint').on(t.mint),
    index('created_tokens_user').on(t.userId, t.id),
    index('created_tokens_operation').on(t.operationId),
  ],
)

/** A grant to an address, whether it has an account or not: it counts once somebody has registered with it. */
export const tokenGrants = pgTable(
  'token_grants',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    tokenId: bigint({ mode: 'number' })
      .notNull()
      .references(() => createdTokens.id, { onDelete: 'cascade' }),
    /** In lower case. */
    email: text().notNull(),
    createdAt: time().notNull().defaultNow(),
  },
  (t) => [uniqueIndex('token_grants_once').on(t.tokenId, t.email), index('token_grants_email').on(t.email)],
)

/** Pairs of wallet and mint that may be sent to. */
export const whitelistEntries = pgTable(
  'whitelist_entries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: userId(),
    wallet: address().notNull(),
    mint: address().notNull(),
    addedAt: time().notNull(),
  },
  (t) => [
    uniqueIndex('whitelist_entries_pair').on(t.userId, t.wallet, t.mint),
    index('whitelist_entries_user').on(t.userId, t.id),
  ],
)
