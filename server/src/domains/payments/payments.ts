/**
 * Payments, with a handle for each idea. A payment that is not the user's throws not_found, and each change is published to
 * every console of the user.
 */
import type { PlanRow } from '@purser/contract/payments/payment-distributions.ts'
import type { RefundBody, RefundPreview } from '@purser/contract/payments/payment-refunds.ts'
import type {
  CreateLinkBody,
  Payment,
  PaymentCounts,
  PaymentLine,
  PaymentSettings,
} from '@purser/contract/payments/payments.ts'
import type { LimitRefusal } from '@purser/contract/transfers/limit-refusal.ts'
import type * as z from 'zod/mini'
import type { Db } from '../../db/client.ts'
import type { PaymentFunds } from './funds.ts'
import type { Caller } from './links/create-link.ts'
import type { PayerPage } from './payer/payer.ts'
import type { ApprovedFilter, UnapprovedFilter } from './payments.store.ts'

export type Payments = {
  links: Links
  decisions: Decisions
  settings: Settings
  lines: Lines
  refunds: Refunds
  payer: PayerPage
  /** Watches the chain until it is stopped. */
  start(): void
  stop(): Promise<void>
}

type Page<F> = Omit<F, 'limit'> & { limit?: number | undefined }

/** Creates payment links, and reads their state. */
export type Links = {
  /** In the caller's transaction, with the wallet where it is the first. Throws payment_limit and payment_amount_invalid. */
  create(tx: Db, caller: Caller, body: CreateLinkBody): Promise<Payment>
  /** Resolves once the key of every collection wallet is on the disk. */
  sync(): Promise<void>
  /** Finds the numbers of payments by their references. */
  findIds(userId: number, references: string[]): Promise<Map<string, number>>
  listPending(userId: number, page: Page<UnapprovedFilter>): Promise<Payment[]>
  listApproved(userId: number, page: Page<ApprovedFilter>): Promise<Payment[]>
  /** Counts the payments in each state, in one statement. */
  count(userId: number): Promise<PaymentCounts>
  /** Reads a payment with what its wallet can pay now. */
  get(userId: number, id: number): Promise<Payment & { funds: PaymentFunds | null }>
}

/** `revision`: as the payment was shown. Throws payment_changed and payment_state. */
type Decide = (caller: Caller, id: number, revision: number | undefined) => Promise<Payment>
export type Decisions = { approve: Decide; accept: Decide; expire: Decide }

export type Settings = {
  read(userId: number): Promise<z.infer<typeof PaymentSettings>>
  /** `tolerance`: in percent. */
  change(userId: number, tolerance: string | number): Promise<z.infer<typeof PaymentSettings>>
}

/** Spreads the SOL of a payment; see lines/plan.ts and lines/execute.ts. */
export type Lines = {
  plan(
    userId: number,
    id: number,
    rows: z.infer<typeof PlanRow>[],
  ): Promise<{ distributions: PaymentLine[]; limit?: LimitRefusal }>
  discard(userId: number, id: number): Promise<Payment>
  execute(userId: number, paymentId: number): Promise<PaymentLine[]>
  executeOne(userId: number, lineId: number): Promise<PaymentLine[]>
}

/** Pays back what was received, and counts what named no link; see refunds/refund.ts and refunds/assign.ts. */
export type Refunds = {
  refund(
    caller: Caller,
    paymentId: number,
    body: z.infer<typeof RefundBody>,
    requestKey: string,
  ): Promise<Payment>
  preview(
    caller: Caller,
    paymentId: number,
    body: z.infer<typeof RefundBody>,
  ): Promise<z.infer<typeof RefundPreview>>
  assign(caller: Caller, paymentId: number, signature: string): Promise<Payment>
}
