/** How the SOL of approved payments is spread over wallets, line by line, and the files for accounting. */
import * as z from 'zod/mini'
import { limit } from '../transfers/limit-refusal.ts'
import { endpoint, FileAnswer } from '../endpoint.ts'
import { PAYMENT_LINES_MAX } from '../limits.ts'
import { paymentTexts } from './payment-texts.ts'
import { Changed, PaymentLine } from './payments.ts'
import { Id, Nothing, RequestedAmount } from '../values.ts'

export const PlanRow = z.strictObject({
  wallet_id: Id,
  amount_sol: RequestedAmount,
})
export const planDistribution = endpoint({
  method: 'POST',
  path: '/payments/:id/plan-distribution',
  summary: 'Plans how the SOL of an approved payment is spread over wallets of the user',
  access: 'session',
  failure: paymentTexts.planFailed,
  body: z.strictObject({
    distributions: z
      .array(PlanRow)
      .check(z.maxLength(PAYMENT_LINES_MAX, `must hold at most ${PAYMENT_LINES_MAX} lines`)),
  }),
  /** `limit`: for all lines together, as of now. */
  answer: z.object({ success: z.literal(true), distributions: z.array(PaymentLine), limit }),
})

export const discardDistribution = endpoint({
  method: 'DELETE',
  path: '/payments/:id/plan-distribution',
  summary: 'Discards a plan that was not executed at all',
  access: 'session',
  answer: Changed,
})

const Executed = z.object({ success: z.literal(true), distributions: z.array(PaymentLine) })
/** Answers once the operation is written; a line that is in progress or completed is answered as it is. */
export const executeLine = endpoint({
  method: 'POST',
  path: '/payments/distribution/:id/execute',
  summary: 'Executes one line of a distribution; it is paid once, however often it is requested',
  access: 'session',
  body: z.optional(Nothing),
  answer: Executed,
})
export const executeLines = endpoint({
  method: 'POST',
  path: '/payments/:id/execute',
  summary: 'Executes all open lines of a payment as one operation',
  access: 'session',
  body: z.optional(Nothing),
  answer: Executed,
})

const Day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day, such as 2026-11-22'))
/** Days of UTC, both included; a payment counts by the day of its creation. Streamed, oldest first. */
const ExportQuery = z.object({ from: z.optional(Day), to: z.optional(Day) })
export const exportPayments = endpoint({
  method: 'GET',
  path: '/payments/export',
  summary: 'Payments as csv for accounting, a row for each receipt',
  access: 'session',
  query: ExportQuery,
  answer: FileAnswer,
  file: 'text/csv',
})
export const exportDistributions = endpoint({
  method: 'GET',
  path: '/payments/export/distributions',
  summary: 'Lines of distributions and refunds as csv for accounting',
  access: 'session',
  query: ExportQuery,
  answer: FileAnswer,
  file: 'text/csv',
})
