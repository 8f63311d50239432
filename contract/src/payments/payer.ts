/** The payer's page: open to whoever has the link. It shows the payment and nothing else of its owner. */
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Cluster } from '../system.ts'
import { PaymentIssue, ReceiptState } from './payments.ts'
import { Address, Amount, Nothing, Time } from '../values.ts'

/** The SOL that is still due, at a rate held until `expires_at`. `url`: Solana Pay's transfer request. */
export const PayerQuote = z.object({
  amount_sol: Amount,
  amount_usd: Amount,
  exchange_rate: Amount,
  expires_at: Time,
  url: z.string(),
})

/**
 * 'open': can be paid. 'arriving': a payment is confirmed, not finalized. 'unseen': it was confirmed, and the desk
 * searches for it. 'partial': less than is due has arrived; the rest can be paid. 'paid': nothing is due. 'expired':
 * cannot be paid; a receipt that arrives all the same is shown as late.
 */
export const PAYER_STATES = ['open', 'arriving', 'unseen', 'partial', 'paid', 'expired'] as const
export const PayerView = z.object({
  reference_id: z.string(),
  state: z.enum(PAYER_STATES),
  issues: z.array(PaymentIssue),
  cluster: Cluster,
  amount_usd: Amount,
  received_usd: Amount,
  due_usd: Amount,
  recipient: z.string(),
  expires_at: Time,
  /** null: none was requested yet, or nothing is due. It may have expired: the page requests another. */
  quote: z.nullable(PayerQuote),
  /** The recipient's account does not exist yet: less than this many SOL cannot be sent to it. null: any amount can. */
  least_sol: z.nullable(Amount),
  receipts: z.array(
    z.object({
      signature: z.string(),
      state: ReceiptState,
      symbol: z.string(),
      amount: Amount,
      late: z.boolean(),
      at: Time,
    }),
  ),
  /** Sent back, or on its way back. */
  refunds: z.array(z.object({ symbol: z.string(), amount: Amount, tx_hash: z.nullable(z.string()) })),
  paid_at: z.nullable(Time),
  /** The page that the payer came from; only once nothing is due, or the link has expired. */
  return_url: z.nullable(z.string()),
  /** The network is the local one: it can be paid with test funds. */
  test_payment: z.boolean(),
  /** The server's time, for the countdown. */
  now: Time,
})
export type PayerView = z.infer<typeof PayerView>

export const viewPayment = endpoint({
  method: 'GET',
  path: '/pay/:reference',
  summary: 'A payment link as its payer sees it',
  access: 'public',
  answer: PayerView,
})

/** Answers the existing quote while more than a minute of it is left, unless `renew`. */
export const quotePayment = endpoint({
  method: 'POST',
  path: '/pay/:reference/quote',
  summary: 'A quote in SOL for the amount due, held for 15 minutes',
  access: 'public',
  idempotent: false,
  body: z.optional(z.strictObject({ renew: z.optional(z.boolean()) })),
  answer: PayerView,
})

/** For a wallet in the browser, which signs and sends it. `version`: 1 only if the wallet says that it accepts it. */
export const buildPayment = endpoint({
  method: 'POST',
  path: '/pay/:reference/transaction',
  summary: 'The unsigned transaction that pays the quoted amount from this account',
  access: 'public',
  idempotent: false,
  body: z.strictObject({ account: Address, version: z.optional(z.union([z.literal(0), z.literal(1)])) }),
  /** Base64. */
  answer: z.object({ transaction: z.string(), version: z.union([z.literal(0), z.literal(1)]) }),
})

/** The local network only. A quote is paid this way at most once, however often it is requested. */
export const testPayment = endpoint({
  method: 'POST',
  path: '/pay/:reference/test-payment',
  summary: 'Pays the quoted amount with test funds',
  access: 'public',
  idempotent: false,
  body: z.optional(Nothing),
  answer: z.object({ success: z.literal(true), signature: z.string() }),
})
