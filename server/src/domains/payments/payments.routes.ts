import * as lines from '@purser/contract/payment-distributions.ts'
import * as refunds from '@purser/contract/payment-refunds.ts'
import * as api from '@purser/contract/payments.ts'
import * as payer from '@purser/contract/payer.ts'
import { ROW_ID } from '@purser/contract/values.ts'
import { Fault } from '../../kernel/fault.ts'
import type { Router } from '../../kernel/http/route.ts'
import type { Payments } from './payments.service.ts'

const success = { success: true as const }

export function idOf({ id = '' }: Record<string, string>, what = 'Payment'): number {
  if (!ROW_ID.test(id)) throw new Fault('not_found', { what })
  return Number(id)
}

export function paymentRoutes(router: Router, payments: Payments): void {
  router.serve(
    api.createPaymentLink,
    async ({ caller: { userId }, body, client, device, db }) =>
      payments.createLink(db, { userId, client, device }, body),
    { atomic: true, settled: payments.settled },
  )
  router.serve(api.listPendingPayments, ({ caller, query }) => payments.pending(caller.userId, query))
  router.serve(api.listApprovedPayments, ({ caller, query }) => payments.approved(caller.userId, query))
  router.serve(api.getPaymentSettings, ({ caller }) => payments.settings(caller.userId))
  router.serve(api.changePaymentSettings, ({ caller, body }) =>
    payments.changeSettings(caller.userId, body.tolerance_percent),
  )
  router.serve(api.getPayment, ({ caller, params }) => payments.get(caller.userId, idOf(params)))
  for (const [endpoint, change] of [
    [api.approvePayment, payments.approve],
    [api.acceptPayment, payments.accept],
    [api.expirePayment, payments.expire],
  ] as const)
    router.serve(endpoint, async ({ caller: { userId }, params, body, client, device }) => ({
      ...success,
      data: { payment: await change({ userId, client, device }, idOf(params), body?.revision) },
    }))

  router.serve(
    refunds.refundPayment,
    async ({ caller: { userId }, params, body, client, device, originKey }) => {
      const [caller, id] = [{ userId, client, device }, idOf(params)]
      return body.dryRun
        ? { ...success, preview: await payments.previewRefund(caller, id, body) }
        : { ...success, data: { payment: await payments.refund(caller, id, body, originKey) } }
    },
  )
  router.serve(refunds.assignTransaction, async ({ caller: { userId }, params, body, client, device }) => ({
    ...success,
    data: { payment: await payments.assign({ userId, client, device }, idOf(params), body.signature) },
  }))
  router.serve(lines.planDistribution, async ({ caller, params, body }) => ({
    ...success,
    ...(await payments.plan(caller.userId, idOf(params), body.distributions)),
  }))
  router.serve(lines.discardDistribution, async ({ caller, params }) => ({
    ...success,
    data: { payment: await payments.discard(caller.userId, idOf(params)) },
  }))
  router.serve(lines.executeLines, async ({ caller, params }) => ({
    ...success,
    distributions: await payments.execute(caller.userId, idOf(params)),
  }))
  router.serve(lines.executeLine, async ({ caller, params }) => ({
    ...success,
    distributions: await payments.executeLine(caller.userId, idOf(params, 'Distribution')),
  }))

  router.serve(payer.viewPayment, ({ params: { reference = '' } }) => payments.payer.view(reference))
  router.serve(payer.quotePayment, ({ params: { reference = '' }, body, client }) =>
    payments.payer.quote(reference, client, body?.renew ?? false),
  )
  router.serve(payer.buildPayment, ({ params: { reference = '' }, body, client }) =>
    payments.payer.build(reference, client, body),
  )
  router.serve(payer.testPayment, async ({ params: { reference = '' }, client }) => ({
    ...success,
    signature: await payments.payer.test(reference, client),
  }))
}
