/** Refunds of receipts that are not wanted or named no payment, and transactions assigned by hand. */
import * as z from 'zod/mini'
import { limit } from '../transfers/limit-refusal.ts'
import { endpoint } from '../endpoint.ts'
import { paymentTexts } from './payment-texts.ts'
import { WARNING_CODES } from '../transfers/send-texts.ts'
import { Changed, Payment } from './payments.ts'
import { Amount, Id, RequestedAmount } from '../values.ts'

/**
 * `to`: by default the address that paid. `amount`: in the unit of the receipt; by default all that is not refunded
 * yet, for SOL less the network fee if the wallet cannot pay that besides. `confirmed`: warnings about another `to`
 * than the payer, as for a send.
 */
export const RefundBody = z.strictObject({
  receipt_id: Id,
  to: z.optional(z.string().check(z.maxLength(200))),
  amount: z.optional(RequestedAmount),
  revision: z.optional(z.int()),
  confirmed: z.optional(z.array(z.enum(WARNING_CODES)).check(z.maxLength(WARNING_CODES.length))),
  /** true: returns the preview only. */
  dryRun: z.optional(z.boolean()),
})
export const RefundPreview = z.object({
  to: z.string(),
  symbol: z.string(),
  amount: Amount,
  fees: Amount,
  rent: Amount,
  /** The SOL that the wallet holds. */
  source: z.object({ before: Amount, after: Amount }),
  /** Why it would fail; null: it would succeed. */
  error: z.nullable(z.string()),
  /** A refund to the payer's own address needs no confirmation; the warnings about it are shown all the same. */
  warnings: z.array(z.string()),
  /** Proposes to keep it, if its rent is more than what goes back is worth; null if it is not. */
  keep: z.nullable(z.string()),
  limit,
})
export const refundPayment = endpoint({
  method: 'POST',
  path: '/payments/:id/refund',
  summary: 'Refunds a receipt to its payer, or previews the refund',
  access: 'session',
  failure: paymentTexts.refundFailed,
  body: RefundBody,
  answer: z.object({
    success: z.literal(true),
    preview: z.optional(RefundPreview),
    data: z.optional(z.object({ payment: Payment })),
  }),
})

/** For a payment that was made without the reference: a transaction that paid the wallet and counts for no payment yet. */
export const assignTransaction = endpoint({
  method: 'POST',
  path: '/payments/:id/assign',
  summary: 'Assigns a transaction without a reference to this payment',
  access: 'session',
  body: z.strictObject({ signature: z.string().check(z.minLength(1), z.maxLength(100)) }),
  answer: Changed,
})
