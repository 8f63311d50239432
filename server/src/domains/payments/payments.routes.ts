import * as lines from '@purser/contract/payments/payment-distributions.ts'
import * as refunds from '@purser/contract/payments/payment-refunds.ts'
import * as api from '@purser/contract/payments/payments.ts'
import * as payer from '@purser/contract/payments/payer.ts'
import { ROW_ID } from '@purser/contract/values.ts'
import { Fault } from '../../kernel/fault.ts'
import type { Router } from '../../kernel/http/route.ts'
import type { Payments } from './payments.ts'

const success = { success: true as const }

export function parseId({ id = '' }: Record<string, string>, what = 'Payment'): number {
  if (!ROW_ID.test(id)) throw new Fault('not_found', { what })
  return Number(id)
}

export function paymentRoutes(router: Router, payments: Payments): void {
  router.serve(
    api.createPaymentLink,
    async ({ caller: { userId }, body, client, device, db }) =>
      payments.links.create(db, { userId, client, device }, body),
    { atomic: true, settled: payments.links.sync },
  )
  router.serve(api.listPendingPayments, ({ caller, query }) =>
    payments.links.listPending(caller.userId, query),
  )
  router.serve(api.listApprovedPayments, ({ caller, query }) =>
    payments.links.listApproved(caller.userId, query),
  )
  router.serve(api.countPayments, ({ caller }) => payments.links.count(caller.userId))
  router.serve(api.getPaymentSettings, ({ caller }) => payments.settings.read(caller.userId))
  router.serve(api.changePaymentSettings, ({ caller, body }) =>
    payments.settings.change(caller.userId, body.tolerance_percent),
  )
  router.serve(api.getPayment, ({ caller, params }) => payments.links.get(caller.userId, parseId(params)))
  for (const [endpoint, change] of [
    [api.approvePayment, payments.decisions.approve],
    [api.acceptPayment, payments.decisions.accept],
    [api.expirePayment, payments.decisions.expire],
  ] as const)
    router.serve(endpoint, async ({ caller: { userId }, params, body, client, device }) => ({
      ...success,
      data: { payment: await change({ userId, client, device }, parseId(params), body?.revision) },
    }))

  router.serve(
    refunds.refundPayment,
    async ({ caller: { userId }, params, body, client, device, originKey }) => {
      const [caller, id] = [{ userId, client, device }, parseId(params)]
      return body.dryRun
        ? { ...success, preview: await payments.refunds.preview(caller, id, body) }
        : { ...success, data: { payment: await payments.refunds.refund(caller, id, body, originKey) } }
    },
  )
  router.serve(refunds.assignTransaction, async ({ caller: { userId }, params, body, client, device }) => ({
    ...success,
    data: {
      payment: await payments.refunds.assign({ userId, client, device }, parseId(params), body.signature),
    },
  }))
  router.serve(lines.planDistribution, async ({ caller, params, body }) => ({
    ...success,
    ...(await payments.lines.plan(caller.userId, parseId(params), body.distributions)),
  }))
  router.serve(lines.discardDistribution, async ({ caller, params }) => ({
    ...success,
    data: { payment: await payments.lines.discard(caller.userId, parseId(params)) },
  }))
  router.serve(lines.executeLines, async ({ caller, params }) => ({
    ...success,
    distributions: await payments.lines.execute(caller.userId, parseId(params)),
  }))
  router.serve(lines.executeLine, async ({ caller, params }) => ({
    ...success,
    distributions: await payments.lines.executeOne(caller.userId, parseId(params, 'Distribution')),
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
