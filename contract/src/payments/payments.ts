/** Payments: links, what arrived for them, approval, and how their SOL is spread. Specification 3; specification 4, section 11. */
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import {
  EMAIL_MAX,
  NAME_MAX,
  PAYMENT_LINK_MINUTES_MAX,
  PAYMENT_LINK_MINUTES_MIN,
  PAYMENTS_PAGE_MAX,
  RETURN_URL_MAX,
} from '../limits.ts'
import { paymentTexts } from './payment-texts.ts'
import { OperationStatus } from '../transfers/transfers.ts'
import { Amount, Id, QueryId, readable, Time } from '../values.ts'

/** 'paid': the amount due has arrived for good, or was accepted. 'expired': its time was over before that. */
export const PAYMENT_STATUSES = ['pending', 'paid', 'approved', 'expired'] as const
export const PaymentStatus = z.enum(PAYMENT_STATUSES)
export type PaymentStatus = z.infer<typeof PaymentStatus>

/**
 * How a payment differs from its request. 'short': less than is due has arrived for good. 'over': more. 'late':
 * something was finalized after the expiry. 'wrong_token': a token arrived in place of SOL. An accepted payment keeps
 * its issues.
 */
export const PAYMENT_ISSUES = ['short', 'over', 'late', 'wrong_token'] as const
export const PaymentIssue = z.enum(PAYMENT_ISSUES)
export type PaymentIssue = z.infer<typeof PaymentIssue>

export const DISTRIBUTION_STATUSES = ['none', 'planned', 'partial', 'completed'] as const
export const DistributionStatus = z.enum(DISTRIBUTION_STATUSES)

/**
 * 'arriving': confirmed, not finalized. 'unseen': it was confirmed, and the only endpoint of the desk does not show it
 * any more; the desk searches for it as long as the link is kept. 'final': it counts.
 */
export const RECEIPT_STATES = ['arriving', 'unseen', 'final'] as const
export const ReceiptState = z.enum(RECEIPT_STATES)

/** One transaction that paid. */
export const PaymentReceipt = z.object({
  id: Id,
  signature: z.string(),
  state: ReceiptState,
  /** null: SOL. A token is shown, and does not count. */
  mint: z.nullable(z.string()),
  symbol: z.string(),
  amount: Amount,
  /** Its value at the rate that it counts at; null: not priced yet, or a token. */
  amount_usd: z.nullable(Amount),
  exchange_rate: z.nullable(Amount),
  late: z.boolean(),
  /** The address whose balance it left; null if it left more than one. */
  from: z.nullable(z.string()),
  /** The time of its block. */
  at: Time,
  /** Refunded or being refunded, in the unit of `amount`. */
  refunded: Amount,
})
export type PaymentReceipt = z.infer<typeof PaymentReceipt>

export const PaymentRefund = z.object({
  receipt_id: Id,
  operation_id: z.string(),
  to: z.string(),
  symbol: z.string(),
  amount: Amount,
  status: OperationStatus,
  tx_hash: z.nullable(z.string()),
  error: z.nullable(z.string()),
  created_at: Time,
})
export type PaymentRefund = z.infer<typeof PaymentRefund>

/** 'executing': its operation is in progress or being resolved. A failed one can be executed again. */
export const LINE_STATUSES = ['pending', 'executing', 'completed', 'failed'] as const
export const PaymentLine = z.object({
  id: Id,
  wallet_id: z.nullable(Id),
  wallet_name: z.string(),
  wallet_address: z.string(),
  amount_sol: Amount,
  status: z.enum(LINE_STATUSES),
  tx_hash: z.nullable(z.string()),
  error: z.nullable(z.string()),
  operation_id: z.nullable(z.string()),
})
export type PaymentLine = z.infer<typeof PaymentLine>

export const Payment = z.object({
  id: Id,
  reference_id: z.string(),
  payment_link: z.string(),
  amount_usd: Amount,
  status: PaymentStatus,
  issues: z.array(PaymentIssue),
  /**
   * Rises with each change of what is shown here; an approval names it. An older one is accepted if nothing but tokens,
   * or SOL of less than a hundredth of the amount, has arrived since.
   */
  revision: z.int(),
  /**
   * Fixed by the approval: what was received and is not refunded. Before that, what has arrived for good; null:
   * nothing.
   */
  amount_sol: z.nullable(Amount),
  /** USD per SOL, of the quote. null: nothing has counted yet. */
  exchange_rate: z.nullable(Amount),
  /** Amounts in USD: counted; confirmed, not finalized; and unseen, which the desk searches for. */
  received_usd: Amount,
  arriving_sol: Amount,
  unseen_sol: Amount,
  tolerance_percent: Amount,
  payer_email: z.nullable(z.string()),
  payer_name: z.nullable(z.string()),
  return_url: z.nullable(z.string()),
  created_at: Time,
  expires_at: Time,
  paid_at: z.nullable(Time),
  approved_at: z.nullable(Time),
  /** A short or late payment was taken as it is. */
  accepted: z.boolean(),
  /** The collection wallet. */
  wallet: z.object({ id: z.nullable(Id), name: z.string(), address: z.string() }),
  receipts: z.array(PaymentReceipt),
  refunds: z.array(PaymentRefund),
  distribution_status: DistributionStatus,
  distributions: z.array(PaymentLine),
  /** `distributed_at`: when all lines were paid for the first time. */
  planned_at: z.nullable(Time),
  distributed_at: z.nullable(Time),
})
export type Payment = z.infer<typeof Payment>

const Email = z
  .string()
  .check(z.trim(), z.maxLength(EMAIL_MAX, 'is too long'), z.email('must be a valid email address'))
const PayerName = z
  .string()
  .check(z.trim(), z.maxLength(NAME_MAX, `must have at most ${NAME_MAX} characters`), readable)
/** The service answers with this for any value that is not an amount above 0. */
const AmountUsd = z.union(
  [
    z.number(paymentTexts.amountRequired),
    z.string().check(z.regex(/^-?\d{0,12}(\.\d{0,6})?$/, paymentTexts.amountRequired)),
  ],
  paymentTexts.amountRequired,
)
const Percent = z.union(
  [z.number(), z.string().check(z.regex(/^\d{1,3}(\.\d{0,2})?$/))],
  'must be a percentage',
)

/** `payer_email` and `payer_name` may be empty. `return_url`: https, or an address of the console itself. */
export const CreateLinkBody = z.strictObject({
  amount_usd: AmountUsd,
  payer_email: z.optional(z.nullable(z.union([z.literal(''), Email], 'must be a valid email address'))),
  payer_name: z.optional(z.nullable(PayerName)),
  return_url: z.optional(z.nullable(z.string().check(z.maxLength(RETURN_URL_MAX, 'is too long')))),
  /** How long the link can be paid; a day by default. */
  expires_in_minutes: z.optional(
    z
      .number('must be a number of minutes')
      .check(
        z.int('must be a number of minutes'),
        z.minimum(PAYMENT_LINK_MINUTES_MIN, `must be at least ${PAYMENT_LINK_MINUTES_MIN}`),
        z.maximum(PAYMENT_LINK_MINUTES_MAX, `must be at most ${PAYMENT_LINK_MINUTES_MAX}`),
      ),
  ),
  /** How much less than due counts as paid, from 0 to 50; by default as in the settings. */
  tolerance_percent: z.optional(Percent),
})
export type CreateLinkBody = z.infer<typeof CreateLinkBody>

export const createPaymentLink = endpoint({
  method: 'POST',
  path: '/payments/create-link',
  summary: 'A payment link over an amount in USD; the first one makes the wallet "Payments"',
  access: 'session',
  status: 201,
  failure: paymentTexts.createFailed,
  body: CreateLinkBody,
  answer: Payment,
})

const PageQuery = z.object({
  /** The id of the last payment of the page before. */
  before: z.optional(QueryId),
  limit: z.optional(
    z.coerce.number('must be a number').check(z.int(), z.minimum(1), z.maximum(PAYMENTS_PAGE_MAX)),
  ),
  /** Part of the reference, the e-mail address or the name of the payer, or an id. */
  search: z.optional(z.string().check(z.maxLength(NAME_MAX))),
})
/**
 * `attention`: expired payments with a receipt that is neither accepted nor refunded, or with an unseen one that the
 * desk searches for.
 */
const PENDING_STATES = ['pending', 'paid', 'expired', 'attention'] as const

/** Newest first, at most `limit` (1,000 by default). Without `state`: pending, paid, and those that need attention. */
export const listPendingPayments = endpoint({
  method: 'GET',
  path: '/payments/pending',
  summary: 'Payments that are not approved, newest first',
  access: 'session',
  failure: paymentTexts.pendingFailed,
  query: z.extend(PageQuery, { state: z.optional(z.enum(PENDING_STATES)) }),
  answer: z.array(Payment),
})

export const listApprovedPayments = endpoint({
  method: 'GET',
  path: '/payments/approved',
  summary: 'Approved payments with their distributions, newest approval first',
  access: 'session',
  failure: paymentTexts.approvedFailed,
  query: z.extend(PageQuery, { distribution: z.optional(z.enum(['open', 'completed'])) }),
  answer: z.array(Payment),
})

/** `open` is what the list of pending payments holds without a filter; `attention` is a part of `expired`. */
export const PaymentCounts = z.object({
  open: z.int(),
  pending: z.int(),
  paid: z.int(),
  attention: z.int(),
  expired: z.int(),
  approved: z.int(),
})
export type PaymentCounts = z.infer<typeof PaymentCounts>

export const countPayments = endpoint({
  method: 'GET',
  path: '/payments/counts',
  summary: 'The number of payments in each state',
  access: 'session',
  answer: PaymentCounts,
})

/**
 * Includes what the wallet of the payment can pay now: `free_sol` less `keep_sol` (rent) and `fee_sol` a transaction.
 * null: the network does not answer, so nobody can tell.
 */
export const getPayment = endpoint({
  method: 'GET',
  path: '/payments/:id',
  summary: 'One payment, and what its wallet can pay now',
  access: 'session',
  answer: z.extend(Payment, {
    funds: z.nullable(z.object({ free_sol: Amount, keep_sol: Amount, fee_sol: Amount })),
  }),
})

export const Changed = z.object({ success: z.literal(true), data: z.object({ payment: Payment }) })
/** The revision that the user was shown: 409 payment_changed if it is no longer the current one. */
const Revision = z.strictObject({ revision: z.optional(z.int()) })

export const approvePayment = endpoint({
  method: 'POST',
  path: '/payments/:id/approve',
  summary: 'Approves a paid payment and fixes its amount and rate',
  access: 'session',
  failure: paymentTexts.approveFailed,
  body: z.optional(Revision),
  answer: Changed,
})

export const acceptPayment = endpoint({
  method: 'POST',
  path: '/payments/:id/accept',
  summary: 'Accepts a short or late payment as paid with the amount received',
  access: 'session',
  body: z.optional(Revision),
  answer: Changed,
})

/** Ends the link of a pending payment at once. A later receipt is shown as late. */
export const expirePayment = endpoint({
  method: 'POST',
  path: '/payments/:id/expire',
  summary: 'Ends a pending link now',
  access: 'session',
  body: z.optional(Revision),
  answer: Changed,
})

/** `wallet`: null before the first link. */
export const PaymentSettings = z.object({
  tolerance_percent: Amount,
  wallet: z.nullable(z.object({ id: Id, name: z.string(), address: z.string() })),
})
export const getPaymentSettings = endpoint({
  method: 'GET',
  path: '/payments/settings',
  summary: 'The tolerance and collection wallet of new links',
  access: 'session',
  answer: PaymentSettings,
})
export const changePaymentSettings = endpoint({
  method: 'PUT',
  path: '/payments/settings',
  summary: 'Changes the tolerance of new links',
  access: 'session',
  body: z.strictObject({ tolerance_percent: Percent }),
  answer: PaymentSettings,
})
