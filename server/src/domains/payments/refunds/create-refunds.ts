/** Composes the handle that pays back receipts, and counts transactions that named no link. */
import type { PaymentState } from '../parts.ts'
import type { Refunds } from '../payments.ts'
import { getPayment } from '../read-payment.ts'
import { assign } from './assign.ts'
import { previewRefund, refund } from './refund.ts'

export function createRefunds(state: PaymentState): Refunds {
  const { publishChange, watcher } = state
  const { judge, settle } = watcher
  return {
    async refund(caller, paymentId, body, requestKey) {
      await refund(state, { caller, paymentId, body }, requestKey)
      publishChange(caller.userId)
      return getPayment(state, caller.userId, paymentId)
    },
    preview: (caller, paymentId, body) => previewRefund(state, { caller, paymentId, body }),
    async assign(caller, paymentId, signature) {
      await assign({ ...state, judge, settle }, { caller, paymentId, signature })
      publishChange(caller.userId)
      return getPayment(state, caller.userId, paymentId)
    },
  }
}
