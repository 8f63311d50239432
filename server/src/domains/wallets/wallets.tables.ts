import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  customType,
  index,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { sessions, users } from '../accounts/accounts.tables.ts'

const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  toDriver: (value) => Buffer.from(value),
  fromDriver: (value) => new Uint8Array(value),
})
const time = () => timestamp({ withTimezone: true, mode: 'date' })
const userId = () =>
  bigint({ mode: 'number' })
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** One key per owner ('user:7', 'system'), sealed under the master key; it seals the owner's private keys. */
export const dataKeys = pgTable('data_keys', { owner: text().primaryKey(), sealedKey: bytes().notNull() })

export const wallets = pgTable(
  'wallets',
  {
    /** Given before the row is written: the sealed key is bound to it. */
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    userId: userId(),
    name: text().notNull(),
    address: text().notNull(),
    /** 64 bytes (seed and public key), sealed under the owner's data key and bound to 'wallet:{id}'. */
    sealedKey: bytes().notNull(),
    isDefault: boolean().notNull().default(false),
    createdAt: time().notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('wallets_user_address').on(t.userId, t.address),
    uniqueIndex('wallets_one_default').on(t.userId).where(sql`is_default`),
  ],
)

/** Wallets of the desk itself (faucet, market maker), sealed like all others. */
export const systemWallets = pgTable('system_wallets', {
  role: text().primaryKey(),
  address: text().notNull(),
  sealedKey: bytes().notNull(),
})

/** Every time a private key left: who, when, which, from where. */
export const keyAudit = pgTable(
  'key_audit',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: userId(),
    /** No reference: the record outlives the wallet. */
    walletId: bigint({ mode: 'number' }).notNull(),
    address: text().notNull(),
    action: text({ enum: ['generate', 'reveal'] }).notNull(),
    client: text().notNull(),
    at: time().notNull().defaultNow(),
  },
  (t) => [index('key_audit_user').on(t.userId, t.at)],
)

export const connectedWallets = pgTable('connected_wallets', {
  sessionId: uuid()
    .primaryKey()
    .references(() => sessions.id, { onDelete: 'cascade' }),
  walletId: bigint({ mode: 'number' })
    .notNull()
    .references(() => wallets.id, { onDelete: 'cascade' }),
})
