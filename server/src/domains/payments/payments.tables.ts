import { RECEIPT_STATES } from '@purser/contract/payments/payments.ts'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  numeric,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { address, time, units } from '../../db/columns.ts'
import { users } from '../accounts/accounts.tables.ts'
import { wallets } from '../wallets/wallets.tables.ts'

const id = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()
const userId = () =>
  bigint({ mode: 'number' })
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })
/** Millionths of a US dollar. */
const usd = () => numeric({ precision: 20, scale: 0, mode: 'bigint' })
/** 1e-12 USD per SOL. */
const rate = () => numeric({ precision: 39, scale: 0, mode: 'bigint' })
const paymentId = () =>
  bigint({ mode: 'number' })
    .notNull()
    .references(() => payments.id, { onDelete: 'cascade' })

/** A user's settings; without a row the defaults. Locked by whoever makes the collection wallet. */
export const paymentSettings = pgTable('payment_settings', {
  userId: userId().primaryKey(),
  /** The default for new links, in hundredths of a percent. */
  tolerance: integer().notNull().default(0),
  /** The collection wallet of new links; null: the next link creates it. */
  walletId: bigint({ mode: 'number' }).references(() => wallets.id, { onDelete: 'set null' }),
})

/** A collection wallet, and how far its history on the chain was read. Locked by whoever writes its receipts. */
export const paymentWallets = pgTable(
  'payment_wallets',
  {
    address: address().primaryKey(),
    userId: userId(),
    /** The newest finalized signature up to which all were read. */
    cursor: text(),
    /** While more is listed than one portion: where the reading of older ones goes on, and the cursor at its end. */
    backlogBefore: text(),
    backlogCursor: text(),
    backlogBeganAt: time(),
    /** When it is scanned next; in the future also while a process is scanning it. By the database's clock. */
    nextAt: time().notNull().defaultNow(),
  },
  (t) => [index('payment_wallets_due').on(t.nextAt)],
)

/** A transaction that has to do with a collection wallet and that no endpoint shows: it is looked for until one does. */
export const paymentUnread = pgTable(
  'payment_unread',
  {
    recipient: address()
      .notNull()
      .references(() => paymentWallets.address, { onDelete: 'cascade' }),
    signature: text().notNull(),
    /** The block time as listed, in seconds. */
    blockTime: bigint({ mode: 'number' }),
    nextAt: time().notNull(),
  },
  (t) => [
    uniqueIndex('payment_unread_signature').on(t.recipient, t.signature),
    index('payment_unread_due').on(t.recipient, t.nextAt),
  ],
)

export const payments = pgTable(
  'payments',
  {
    id: id(),
    userId: userId(),
    /** The key by which a transaction names it. */
    reference: address().notNull(),
    amountUsd: usd().notNull(),
    status: text({ enum: ['pending', 'paid', 'approved', 'expired'] }).notNull(),
    revision: integer().notNull().default(1),
    /** The oldest revision that a decision of its owner may name: what has changed since is negligible. */
    decidableFrom: integer().notNull().default(1),
    /** In hundredths of a percent. */
    tolerance: integer().notNull(),
    payerEmail: text(),
    payerName: text(),
    returnUrl: text(),
    createdAt: time().notNull(),
    expiresAt: time().notNull(),
    paidAt: time(),
    approvedAt: time(),
    accepted: boolean().notNull().default(false),
    /** The collection wallet. The record outlives it. */
    walletId: bigint({ mode: 'number' }).references(() => wallets.id, { onDelete: 'set null' }),
    walletName: text().notNull(),
    walletAddress: address().notNull(),
    /** Sums of its final receipts in SOL: what has counted, of that what was in time, and lamports. */
    creditedUsd: usd().notNull().default(sql`0`),
    inTimeUsd: usd().notNull().default(sql`0`),
    receivedLamports: units().notNull().default(sql`0`),
    /**
     * The part of those lamports that is priced. `rate`: the one rate of all of them, or their total credit divided by
     * their number.
     */
    pricedLamports: units().notNull().default(sql`0`),
    rate: rate(),
    /** A final receipt was late; one brought a token. */
    late: boolean().notNull().default(false),
    wrongToken: boolean().notNull().default(false),
    /** It has receipts. */
    received: boolean().notNull().default(false),
    /** Fixed by the approval, in lamports. */
    amountSol: units(),
    exchangeRate: rate(),
    /** Executions of its lines so far. */
    run: integer().notNull().default(0),
    plannedAt: time(),
    /** When all lines were paid for the first time. */
    distributedAt: time(),
  },
  (t) => [
    uniqueIndex('payments_reference').on(t.reference),
    index('payments_user').on(t.userId, t.id),
    index('payments_open')
      .on(t.userId, t.id)
      .where(sql`status in ('pending', 'paid') or (status = 'expired' and received)`),
    index('payments_user_expired').on(t.userId, t.id).where(sql`status = 'expired'`),
    index('payments_approved').on(t.userId, t.approvedAt, t.id).where(sql`status = 'approved'`),
    index('payments_pending').on(t.walletAddress, t.expiresAt).where(sql`status = 'pending'`),
    index('payments_expired').on(t.walletAddress, t.expiresAt).where(sql`status = 'expired'`),
    index('payments_wallet').on(t.walletAddress),
    index('payments_planned').on(t.userId).where(sql`planned_at is not null and distributed_at is null`),
  ],
)

/** The amount due in SOL, and how long it is held. */
export const paymentQuotes = pgTable(
  'payment_quotes',
  {
    id: id(),
    paymentId: paymentId(),
    lamports: units().notNull(),
    usd: usd().notNull(),
    rate: rate().notNull(),
    madeAt: time().notNull(),
    validUntil: time().notNull(),
    /** Lamports of receipts that have counted at it. */
    received: units().notNull().default(sql`0`),
  },
  (t) => [index('payment_quotes_payment').on(t.paymentId, t.madeAt)],
)

/** One transaction that brought something; it counts for one payment alone. */
export const paymentReceipts = pgTable(
  'payment_receipts',
  {
    id: id(),
    paymentId: paymentId(),
    recipient: address().notNull(),
    signature: text().notNull(),
    /** 'unseen': it was arriving, and the only endpoint does not show it any more. */
    state: text({ enum: RECEIPT_STATES }).notNull(),
    /** SOL under its mint too. */
    mint: text().notNull(),
    amount: units().notNull(),
    decimals: integer().notNull(),
    /** The USD that it is credited for; null: not priced, or not SOL. */
    creditedUsd: usd(),
    /** SOL that waits for the market's price of its time. */
    unpriced: boolean().notNull().default(false),
    rate: rate(),
    late: boolean().notNull().default(false),
    from: text(),
    slot: numeric({ precision: 20, scale: 0, mode: 'bigint' }).notNull(),
    /** The time of its block. */
    at: time().notNull(),
    /** It named the payment; false: it was assigned. */
    named: boolean().notNull().default(true),
  },
  (t) => [
    uniqueIndex('payment_receipts_signature').on(t.recipient, t.signature, t.mint),
    index('payment_receipts_payment').on(t.paymentId, t.id),
    index('payment_receipts_arriving').on(t.recipient, t.id).where(sql`state = 'arriving'`),
    index('payment_receipts_unseen').on(t.recipient, t.id).where(sql`state = 'unseen'`),
    index('payment_receipts_unpriced').on(t.recipient, t.id).where(sql`state = 'final' and unpriced`),
  ],
)

export const paymentRefunds = pgTable(
  'payment_refunds',
  {
    id: id(),
    paymentId: paymentId(),
    receiptId: bigint({ mode: 'number' })
      .notNull()
      .references(() => paymentReceipts.id, { onDelete: 'cascade' }),
    /** Counts the refunds of the receipt. */
    number: integer().notNull(),
    operationId: uuid().notNull(),
    /** The request that asked for it: repeated, it is the same refund. */
    requestKey: text().notNull(),
    to: text().notNull(),
    mint: text().notNull(),
    decimals: integer().notNull(),
    amount: units().notNull(),
    /** Network fees that were kept back, where all was refunded and the wallet had no more: they count as refunded too. */
    withheld: units().notNull().default(sql`0`),
    createdAt: time().notNull(),
    /** When its end was recorded. */
    endedAt: time(),
  },
  (t) => [
    uniqueIndex('payment_refunds_number').on(t.receiptId, t.number),
    uniqueIndex('payment_refunds_request').on(t.requestKey),
    uniqueIndex('payment_refunds_operation').on(t.operationId),
    index('payment_refunds_payment').on(t.paymentId, t.id),
  ],
)

/** Lines of a plan. The outcome of a line is the outcome of its transfer. */
export const paymentLines = pgTable(
  'payment_lines',
  {
    id: id(),
    paymentId: paymentId(),
    position: integer().notNull(),
    walletId: bigint({ mode: 'number' }).notNull(),
    walletName: text().notNull(),
    walletAddress: address().notNull(),
    amount: units().notNull(),
    /** The last operation that executed it, and its transfer there. */
    operationId: uuid(),
    transferPosition: integer(),
  },
  (t) => [
    uniqueIndex('payment_lines_wallet').on(t.paymentId, t.walletAddress),
    index('payment_lines_operation').on(t.operationId),
  ],
)
