/** Rows of the table of errors: payments and webhooks. */
import {
  type PaymentState,
  paymentStateText,
  paymentTexts,
  type ReceiptProblem,
  receiptText,
} from './payment-texts.ts'
import { type WebhookRefusal, webhookRefusedText } from '../webhook-texts.ts'

export type PaymentFaults = {
  payment_amount_invalid: undefined
  payment_changed: undefined
  payment_state: PaymentState
  payment_receipt: ReceiptProblem
  payment_plan_empty: undefined
  payment_plan_exceeds: { total: string; available: string }
  payment_limit: { limit: number }
  test_payment_not_here: undefined
  webhook_refused: WebhookRefusal
  webhook_limit: { limit: number }
  webhook_off: undefined
}

export const paymentFaults = {
  payment_amount_invalid: { status: 400, sentence: paymentTexts.amountRequired },
  payment_changed: {
    status: 409,
    sentence: 'This payment has changed since it was shown. Please review it again.',
  },
  payment_state: { status: 409, sentence: paymentStateText },
  payment_receipt: { status: 409, sentence: receiptText },
  payment_plan_empty: { status: 400, sentence: paymentTexts.lineNeeded },
  payment_plan_exceeds: { status: 400, sentence: paymentTexts.totalExceeds },
  payment_limit: {
    status: 409,
    sentence: ({ limit }: { limit: number }) => `An account can have at most ${limit} open payment links.`,
  },
  test_payment_not_here: { status: 404, sentence: 'Test funds are available on the local network only.' },
  webhook_refused: { status: 400, sentence: webhookRefusedText },
  webhook_limit: {
    status: 409,
    sentence: ({ limit }: { limit: number }) => `An account can have at most ${limit} webhooks.`,
  },
  webhook_off: { status: 409, sentence: 'This webhook is switched off. Please switch it on first.' },
}
