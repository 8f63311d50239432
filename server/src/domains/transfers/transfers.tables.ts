import { LINE_REFUSALS } from '@purser/contract/transfers/line-refusals.ts'
import type { Signature } from '@solana/kit'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { address, bytes, inMilliseconds, time, units } from '../../db/columns.ts'
import { users } from '../accounts/accounts.tables.ts'

/**
 * Sends that have not failed. It is plain text: only then does the database see that these indexes hold all of them.
 */
export const SENT = sql`type = 'send' and status <> 'failed'`
/**
 * The time in the index of types. Only this index has this order: the database would walk through all types of a user
 * if it estimates that the wanted one is frequent.
 */
export const byType = (column: SQLWrapper): SQL => sql`(${inMilliseconds(column)} + interval '0')`
/** The address that a send pays. */
export const PAID = sql`request->>'destination'`

/** A set of movements that the user (or a strategy of theirs) requested. */
export const operations = pgTable(
  'operations',
  {
    id: uuid().primaryKey(),
    userId: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: text().notNull(),
    /** Unique to the request: the same request, however often it comes, is this one operation. */
    originKey: text().notNull(),
    status: text({ enum: ['pending', 'running', 'resolving', 'completed', 'partial', 'failed'] }).notNull(),
    /** All that its kind needs to build its transactions, also after a crash; amounts as decimal strings of base units. */
    request: jsonb().notNull(),
    /** The format is that of its kind. */
    result: jsonb(),
    error: text(),
    /** The run that executes it: a process and a counter. */
    owner: text(),
    createdAt: time().notNull().defaultNow(),
    updatedAt: time().notNull().defaultNow(),
    /** When its outcome became final; null as long as it may be reopened. */
    finalizedAt: time(),
  },
  (t) => [
    index('operations_not_finalized').on(t.updatedAt).where(sql`finalized_at is null`),
    uniqueIndex('operations_origin').on(t.originKey),
    index('operations_user').on(t.userId, inMilliseconds(sql`created_at`), t.id),
    index('operations_type').on(t.userId, t.type, t.status, byType(sql`created_at`), t.id),
    // The address that a send paid, in the forms that make two addresses look alike.
    index('operations_sent_begin').on(t.userId, sql`lower(left(${PAID}, 6))`, sql`(${PAID})`).where(SENT),
    index('operations_sent_end').on(t.userId, sql`lower(right(${PAID}, 6))`).where(SENT),
    index('operations_sent_ends')
      .on(t.userId, sql`lower(left(${PAID}, 3))`, sql`lower(right(${PAID}, 3))`)
      .where(SENT),
    // The parent that it undoes or retries.
    index('operations_parent')
      .on(sql`(request->'of'->>'operationId')`)
      .where(sql`request->'of'->>'operationId' is not null`),
    index('operations_open').on(t.userId).where(sql`status in ('pending', 'running', 'resolving')`),
  ],
)

/** Counts how often a user stopped everything: an operation that was being planned then is not written after it. */
export const operationHalts = pgTable('operation_halts', {
  userId: bigint({ mode: 'number' })
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  count: integer().notNull(),
})

/** One movement of funds. */
export const transfers = pgTable(
  'transfers',
  {
    operationId: uuid()
      .notNull()
      .references(() => operations.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    /** The user's wallet that it concerns. */
    walletId: bigint({ mode: 'number' }),
    walletName: text().notNull(),
    source: text().notNull(),
    destination: text().notNull(),
    /** SOL has its mint here too. */
    mint: text().notNull(),
    amount: units().notNull(),
    status: text({ enum: ['pending', 'sent', 'resolving', 'confirmed', 'failed'] }).notNull(),
    signature: text(),
    error: text(),
    /** The code of `error` if it was refused before anything was signed; null: it is the chain's own text. */
    refusal: text({ enum: LINE_REFUSALS }),
    /** When its operation was written: the list of a wallet's transfers reads by it. */
    operationAt: time().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.operationId, t.position] }),
    index('transfers_source')
      .on(t.source, inMilliseconds(sql`operation_at`), t.operationId)
      .where(sql`length(source) >= 32`),
    index('transfers_destination')
      .on(t.destination, inMilliseconds(sql`operation_at`), t.operationId)
      .where(sql`length(destination) >= 32`),
  ],
)

/** Every signed transaction with its bytes, written before it is first sent; former attempts are kept. */
export const transactions = pgTable(
  'transactions',
  {
    signature: text().primaryKey(),
    operationId: uuid()
      .notNull()
      .references(() => operations.id, { onDelete: 'cascade' }),
    attempt: integer().notNull(),
    bytes: bytes().notNull(),
    lastValidBlockHeight: numeric({ precision: 20, scale: 0, mode: 'bigint' }).notNull(),
    /** The transfers that it holds; null: all of the operation. */
    positions: integer().array(),
    /** The slot at which its blockhash was read: it cannot have landed before. */
    signedSlot: numeric({ precision: 20, scale: 0, mode: 'bigint' }),
    /**
     * 'signed': no certain outcome. 'confirmed' and 'failed': it landed, with success or with an error. 'dead': it can
     * never land. 'released': its owner or the operator ended it without knowing the outcome.
     */
    state: text({ enum: ['signed', 'confirmed', 'failed', 'dead', 'released'] }).notNull(),
    /** When it left 'signed'. */
    endedAt: time(),
    /** It landed, and the block that holds it is finalized. */
    finalized: boolean().notNull().default(false),
    slot: numeric({ precision: 20, scale: 0, mode: 'bigint' }),
    /** Lamports; those of a bulk transaction are known at signing. */
    fee: units(),
    error: text(),
    createdAt: time().notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('transactions_attempt').on(t.operationId, t.attempt),
    index('transactions_not_final')
      .on(t.endedAt, t.signature)
      .where(sql`state in ('confirmed', 'failed') and not finalized`),
    index('transactions_dead').on(t.endedAt, t.signature).where(sql`state in ('dead', 'released')`),
  ],
)

/** Funds in flight. A released row still counts for balances read at or before its slot. */
export const reservations = pgTable(
  'reservations',
  {
    operationId: uuid()
      .notNull()
      .references(() => operations.id, { onDelete: 'cascade' }),
    address: text().notNull(),
    mint: text().notNull(),
    amount: units().notNull(),
    /** No other exclusive operation may spend from this address meanwhile. */
    exclusive: boolean().notNull().default(false),
    releasedAtSlot: numeric({ precision: 20, scale: 0, mode: 'bigint' }),
  },
  (t) => [
    primaryKey({ columns: [t.operationId, t.address, t.mint] }),
    index('reservations_released').on(t.releasedAtSlot).where(sql`released_at_slot is not null`),
    index('reservations_address').on(t.address, t.mint, t.releasedAtSlot),
    index('reservations_exclusive').on(t.address).where(sql`exclusive and released_at_slot is null`),
  ],
)

/** Wallets that have paid fees: all their transactions up to this signature are known here. */
export const feePayers = pgTable('fee_payers', {
  address: address().primaryKey(),
  signature: text().$type<Signature>().notNull(),
  slot: numeric({ precision: 20, scale: 0, mode: 'bigint' }).notNull(),
})

/** Signed transactions that the operator has released: they hold no wallet and are not restored. */
export const releasedSignatures = pgTable('released_signatures', {
  signature: text().primaryKey(),
  releasedAt: time().notNull().defaultNow(),
})
