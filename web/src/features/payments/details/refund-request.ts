import type { BodyOf } from '@purser/contract/endpoint.ts'
import type { RefundPreview as Preview, refundPayment } from '@purser/contract/payments/payment-refunds.ts'
import type * as z from 'zod/mini'

export type RefundRequest = Omit<BodyOf<typeof refundPayment>, 'dryRun'>
export type RefundPreview = z.infer<typeof Preview>
