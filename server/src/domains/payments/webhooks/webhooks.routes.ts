import * as api from '@purser/contract/webhooks.ts'
import type { Caller, Router } from '../../../kernel/http/route.ts'
import type { WebhookCaller } from './report-change.ts'
import type { Webhooks } from './webhooks.service.ts'

const done = { success: true as const }
const atomic = { atomic: true }

type From = { caller: Caller; client: string; device: string }
const toCaller = ({ caller, client, device }: From): WebhookCaller => ({
  userId: caller.userId,
  client,
  device,
})
const readId = ({ params }: { params: Record<string, string> }): string => params.id ?? ''

export function webhookRoutes(router: Router, webhooks: Webhooks): void {
  /** A secret is never stored with an answer: a repeated request is answered from the sealed one. */
  const secret = {
    atomic: true,
    remember: (webhook: { id: number }) => ({ id: webhook.id }),
    recall: (stored: { id: number }, { caller }: { caller: Caller }) =>
      webhooks.withSecret(caller.userId, stored.id),
  }
  const send = {
    atomic: true,
    allow: ({ caller }: { caller: Caller }) => webhooks.maySend(caller.userId),
    // It is committed by then.
    settled: async () => webhooks.wake(),
  }
  router.serve(api.listWebhooks, async ({ caller }) => ({ webhooks: await webhooks.list(caller.userId) }))
  router.serve(api.createWebhook, (call) => webhooks.create(call.db, toCaller(call), call.body), secret)
  router.serve(
    api.changeWebhook,
    (call) => webhooks.change(call.db, toCaller(call), readId(call), call.body),
    atomic,
  )
  router.serve(
    api.deleteWebhook,
    async (call) => {
      await webhooks.remove(call.db, toCaller(call), readId(call))
      return done
    },
    atomic,
  )
  router.serve(
    api.renewWebhookSecret,
    (call) => webhooks.renewSecret(call.db, toCaller(call), readId(call)),
    secret,
  )
  router.serve(
    api.pingWebhook,
    async (call) => ({ ...done, delivery: await webhooks.ping(call.db, call.caller.userId, readId(call)) }),
    send,
  )
  router.serve(api.listDeliveries, (call) =>
    webhooks.deliveries(call.caller.userId, readId(call), call.query),
  )
  router.serve(
    api.redeliver,
    async (call) => {
      const { deliveryId = '' } = call.params
      return {
        ...done,
        delivery: await webhooks.redeliver(call.db, call.caller.userId, readId(call), deliveryId),
      }
    },
    send,
  )
}
