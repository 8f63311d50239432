/** Webhooks and deliveries as the console gets them. */
import { deliveryProblemText } from '@purser/contract/webhook-texts.ts'
import type { Webhook, WebhookDelivery } from '@purser/contract/webhooks.ts'
import type { Db } from '../../../db/client.ts'
import { type DeliveryRow, newestDeliveries } from './deliveries.store.ts'
import type { WebhookRow } from './webhooks.store.ts'

export const viewDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  event: row.event,
  payment_id: row.paymentId,
  status: row.status,
  attempts: row.attempts,
  response_status: row.responseStatus,
  error: row.problem === null ? null : deliveryProblemText(row.problem),
  created_at: row.createdAt.toISOString(),
  last_attempt_at: row.lastAttemptAt?.toISOString() ?? null,
  next_attempt_at: row.nextAttemptAt?.toISOString() ?? null,
})

/** `last`: its newest delivery. */
export const viewWebhook = (row: WebhookRow, last: DeliveryRow | undefined): Webhook => ({
  id: row.id,
  url: row.url,
  events: row.events,
  enabled: row.enabled,
  failing_since: row.failingSince?.toISOString() ?? null,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  last_delivery: last ? viewDelivery(last) : null,
})

export async function viewWebhooks(db: Db, rows: WebhookRow[]): Promise<Webhook[]> {
  const newest = await newestDeliveries(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => viewWebhook(row, newest.get(row.id)))
}

export async function viewWithDelivery(db: Db, row: WebhookRow): Promise<Webhook> {
  const newest = await newestDeliveries(db, [row.id])
  return viewWebhook(row, newest.get(row.id))
}
