import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { address, bytes, time } from '../../db/columns.ts'
import { sessions, users } from '../accounts/accounts.tables.ts'

/** To the millisecond, as answers carry it: a client that sends it back must not seem out of date. */
const version = () => timestamp({ withTimezone: true, mode: 'date', precision: 3 }).notNull().defaultNow()
const userId = () =>
  bigint({ mode: 'number' })
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** One key per owner ('user:7', 'system'), sealed under the master key; it seals the owner's private keys and secrets. */
export const dataKeys = pgTable('data_keys', {
  owner: text().primaryKey(),
  sealedKey: bytes().notNull(),
  /** The key before, while some of the owner's values are still sealed under it. */
  formerKey: bytes(),
  /** Wallets up to this id are under the present key. */
  resealedTo: bigint({ mode: 'number' }).notNull().default(0),
  /** The time since when it is to be replaced, with all that is sealed under it; null: it is not. */
  staleSince: time(),
  /** Values that could not be opened when this key replaced another. */
  unopened: integer().notNull().default(0),
})

export const wallets = pgTable(
  'wallets',
  {
    /** Assigned before the row is written: the sealed key is bound to it. */
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    userId: userId(),
    name: text().notNull(),
    address: address().notNull(),
    /** 64 bytes (seed and public key), sealed under the owner's data key and bound to 'wallet:{id}'. */
    sealedKey: bytes().notNull(),
    isDefault: boolean().notNull().default(false),
    /** When its key came in; null where it was generated here. */
    importedAt: time(),
    /** When its key last came in or stood in an answer; null: never. */
    keyOutAt: time(),
    createdAt: time().notNull().defaultNow(),
    updatedAt: version(),
  },
  (t) => [
    index('wallets_user').on(t.userId, t.id),
    index('wallets_address').on(t.address),
    uniqueIndex('wallets_user_address').on(t.userId, t.address),
    uniqueIndex('wallets_one_default').on(t.userId).where(sql`is_default`),
  ],
)

export const walletGroups = pgTable(
  'wallet_groups',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: userId(),
    name: text().notNull(),
    description: text().notNull(),
    /** '#RRGGBB' */
    color: text().notNull(),
    isDefault: boolean().notNull().default(false),
    createdAt: time().notNull().defaultNow(),
    updatedAt: version(),
  },
  (t) => [
    index('wallet_groups_user').on(t.userId, t.id),
    uniqueIndex('wallet_groups_one_default').on(t.userId).where(sql`is_default`),
  ],
)

export const groupMembers = pgTable(
  'wallet_group_members',
  {
    groupId: bigint({ mode: 'number' })
      .notNull()
      .references(() => walletGroups.id, { onDelete: 'cascade' }),
    walletId: bigint({ mode: 'number' })
      .notNull()
      .references(() => wallets.id, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ columns: [t.groupId, t.walletId] }),
    index('wallet_group_members_wallet').on(t.walletId),
  ],
)

/** Wallets of the desk itself (faucet, market maker), sealed like all others. */
export const systemWallets = pgTable('system_wallets', {
  role: text().primaryKey(),
  address: address().notNull(),
  sealedKey: bytes().notNull(),
})

/** Random secrets of the desk itself, which all its processes share; sealed under its data key, bound to 'secret:desk:{name}'. */
export const deskSecrets = pgTable('desk_secrets', {
  name: text().primaryKey(),
  sealedSecret: bytes().notNull(),
})

/** Every key that left, came in or was destroyed: who, when, which, from where. Append-only. */
export const keyAudit = pgTable('key_audit', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  userId: userId(),
  /** No reference: the record outlives the wallet. */
  walletId: bigint({ mode: 'number' }).notNull(),
  address: text().notNull(),
  action: text({ enum: ['generate', 'reveal', 'export', 'chat', 'import', 'delete'] }).notNull(),
  client: text().notNull(),
  at: time().notNull().defaultNow(),
})

/**
 * Every event of keys that left in bulk or with a new wallet, came in, or were destroyed with funds, and of the whitelist
 * and its switch, of which the owner gets an e-mail.
 */
export const keyExports = pgTable(
  'key_exports',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: userId(),
    kind: text({
      enum: ['spreadsheet', 'text', 'chat', 'generate', 'import', 'delete', 'whitelist', 'whitelist-off'],
    }).notNull(),
    /** The subject that was generated, destroyed, or added to the whitelist, as text. */
    about: text().notNull().default(''),
    wallets: integer().notNull(),
    client: text().notNull(),
    at: time().notNull(),
    /** When the mail server took the e-mail. */
    mailedAt: time(),
  },
  (t) => [index('key_exports_waiting').on(t.at).where(sql`mailed_at is null`)],
)

export const connectedWallets = pgTable('connected_wallets', {
  sessionId: uuid()
    .primaryKey()
    .references(() => sessions.id, { onDelete: 'cascade' }),
  walletId: bigint({ mode: 'number' })
    .notNull()
    .references(() => wallets.id, { onDelete: 'cascade' }),
})
