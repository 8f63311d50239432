/**
 * Webhooks: events of payments, sent to an address of the user. `Purser-Signature: t=<seconds>,v1=<hex>`, v1 being
 * HMAC-SHA256 under the secret over `<t>.<body>`. Sent at least once: `id` of the body identifies repeats.
 */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { DELIVERIES_PAGE_MAX, WEBHOOK_URL_MAX } from './limits.ts'
import { Payment } from './payments/payments.ts'
import { Done, Id, Nothing, QueryId, Time } from './values.ts'

export const WEBHOOK_EVENTS = [
  'payment.created',
  /** A transaction is confirmed. */
  'payment.arriving',
  /** Something was finalized: also short, late, or a token. */
  'payment.received',
  'payment.paid',
  'payment.approved',
  'payment.expired',
  'payment.refunded',
  /** All lines of a distribution are paid. */
  'payment.distributed',
] as const
export const WebhookEvent = z.enum(WEBHOOK_EVENTS)
export type WebhookEvent = z.infer<typeof WebhookEvent>

/** The body that is posted. `payment`: as it was then. */
export const WebhookBody = z.object({
  id: z.string(),
  type: z.union([WebhookEvent, z.literal('ping')]),
  created_at: Time,
  payment: z.nullable(Payment),
})

export const DELIVERY_STATUSES = ['waiting', 'delivered', 'failed'] as const
export const WebhookDelivery = z.object({
  id: Id,
  event: z.union([WebhookEvent, z.literal('ping')]),
  payment_id: z.nullable(Id),
  status: z.enum(DELIVERY_STATUSES),
  attempts: z.int(),
  /** The status of the last attempt's answer, or why there was none. */
  response_status: z.nullable(z.int()),
  error: z.nullable(z.string()),
  created_at: Time,
  last_attempt_at: z.nullable(Time),
  next_attempt_at: z.nullable(Time),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

export const Webhook = z.object({
  id: Id,
  url: z.string(),
  events: z.array(WebhookEvent),
  enabled: z.boolean(),
  /** Since when every attempt has failed; null: the last one was delivered, or there was none. */
  failing_since: z.nullable(Time),
  created_at: Time,
  updated_at: Time,
  last_delivery: z.nullable(WebhookDelivery),
})
export type Webhook = z.infer<typeof Webhook>
/** The secret is answered when it is made, this once. */
const WithSecret = z.extend(Webhook, { secret: z.string() })

const Url = z
  .string()
  .check(z.trim(), z.minLength(1, 'must not be empty'), z.maxLength(WEBHOOK_URL_MAX, 'is too long'))
/** An empty list means all of them. */
const Events = z.array(WebhookEvent).check(
  z.maxLength(WEBHOOK_EVENTS.length),
  z.refine((events) => new Set(events).size === events.length, 'must not contain the same event twice'),
)

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/webhooks',
  summary: 'The webhooks of the user',
  access: 'session',
  answer: z.object({ webhooks: z.array(Webhook) }),
})
export const createWebhook = endpoint({
  method: 'POST',
  path: '/webhooks',
  summary: 'Creates a webhook; its secret is in this answer only',
  access: 'session',
  status: 201,
  secret: true,
  body: z.strictObject({ url: Url, events: z.optional(Events) }),
  answer: WithSecret,
})
export const changeWebhook = endpoint({
  method: 'PUT',
  path: '/webhooks/:id',
  summary: 'Changes a webhook',
  access: 'session',
  body: z.strictObject({
    url: z.optional(Url),
    events: z.optional(Events),
    enabled: z.optional(z.boolean()),
  }),
  answer: Webhook,
})
export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: '/webhooks/:id',
  summary: 'Deletes a webhook with its deliveries',
  access: 'session',
  answer: Done,
})
/** The former secret ends at once. */
export const renewWebhookSecret = endpoint({
  method: 'POST',
  path: '/webhooks/:id/secret',
  summary: 'Renews the secret of a webhook; the new one is in this answer only',
  access: 'session',
  secret: true,
  body: z.optional(Nothing),
  answer: WithSecret,
})
export const pingWebhook = endpoint({
  method: 'POST',
  path: '/webhooks/:id/ping',
  summary: 'Sends a ping to a webhook; answers when it is written',
  access: 'session',
  body: z.optional(Nothing),
  answer: z.object({ success: z.literal(true), delivery: WebhookDelivery }),
})
export const listDeliveries = endpoint({
  method: 'GET',
  path: '/webhooks/:id/deliveries',
  summary: 'Deliveries of a webhook, newest first',
  access: 'session',
  query: z.object({
    before: z.optional(QueryId),
    limit: z.optional(
      z.coerce.number('must be a number').check(z.int(), z.minimum(1), z.maximum(DELIVERIES_PAGE_MAX)),
    ),
  }),
  answer: z.object({ deliveries: z.array(WebhookDelivery), next: z.optional(Id) }),
})
/** The same body again, as a delivery of its own. */
export const redeliver = endpoint({
  method: 'POST',
  path: '/webhooks/:id/deliveries/:deliveryId/redeliver',
  summary: 'Resends a delivery',
  access: 'session',
  body: z.optional(Nothing),
  answer: z.object({ success: z.literal(true), delivery: WebhookDelivery }),
})
