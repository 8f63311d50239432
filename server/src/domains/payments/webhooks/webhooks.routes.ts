import * as api from '@purser/contract/webhooks.ts'
import type { Endpoint } from '@purser/contract/endpoint.ts'
import type { Call, Router } from '../../../kernel/route.ts'
import type { WebhookCaller, Webhooks } from './webhooks.service.ts'

const done = { success: true as const }
const atomic = { atomic: true }

const callerOf = ({ caller, client, device }: Call<Endpoint>): WebhookCaller => ({
  userId: caller.userId,
  client,
  device,
})

export function webhookRoutes(router: Router, webhooks: Webhooks): void {
  const id = (call: Call<Endpoint>) => call.params.id ?? ''
  /** A secret is never stored with an answer: a repeated request is answered from the sealed one. */
  const secret = {
    atomic: true,
    remember: (webhook: { id: number }) => ({ id: webhook.id }),
    recall: (stored: { id: number }, call: { caller: { userId: number } }) =>
      webhooks.withSecret(call.caller.userId, stored.id),
  }
  const send = {
    atomic: true,
    allow: ({ caller }: { caller: { userId: number } }) => webhooks.maySend(caller.userId),
    // The worker finds it once it is committed.
    settled: async () => webhooks.wake(),
  }
  router.serve(api.listWebhooks, async ({ caller }) => ({ webhooks: await webhooks.list(caller.userId) }))
  router.serve(
    api.createWebhook,
    (call) => webhooks.create(call.db, callerOf(call as Call<Endpoint>), call.body),
    secret,
  )
  router.serve(
    api.changeWebhook,
    (call) =>
      webhooks.change(call.db, callerOf(call as Call<Endpoint>), id(call as Call<Endpoint>), call.body),
    atomic,
  )
  router.serve(
    api.deleteWebhook,
    async (call) => {
      await webhooks.remove(call.db, callerOf(call as Call<Endpoint>), id(call as Call<Endpoint>))
      return done
    },
    atomic,
  )
  router.serve(
    api.renewWebhookSecret,
    (call) => webhooks.renewSecret(call.db, callerOf(call as Call<Endpoint>), id(call as Call<Endpoint>)),
    secret,
  )
  router.serve(
    api.pingWebhook,
    async ({ db, caller, params }) => ({
      ...done,
      delivery: await webhooks.ping(db, caller.userId, params.id ?? ''),
    }),
    send,
  )
  router.serve(api.listDeliveries, ({ caller, params, query }) =>
    webhooks.deliveries(caller.userId, params.id ?? '', query),
  )
  router.serve(
    api.redeliver,
    async ({ db, caller, params }) => ({
      ...done,
      delivery: await webhooks.redeliver(db, caller.userId, params.id ?? '', params.deliveryId ?? ''),
    }),
    send,
  )
}
