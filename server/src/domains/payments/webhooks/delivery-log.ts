/** The log of a webhook, and the deliveries that its user has sent by hand. */
import { DELIVERIES_PAGE_MAX } from '@purser/contract/limits.ts'
import type { WebhookDelivery } from '@purser/contract/webhooks.ts'
import type { Db } from '../../../db/client.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { Fault } from '../../../kernel/fault.ts'
import * as store from './deliveries.store.ts'
import { writeEvent } from './record.ts'
import { viewDelivery } from './views.ts'
import type { WebhookRow } from './webhooks.store.ts'

export type DeliveriesPage = { before?: number | undefined; limit?: number | undefined }

export async function listDeliveries(
  db: Db,
  { id }: WebhookRow,
  { before, limit = DELIVERIES_PAGE_MAX }: DeliveriesPage,
): Promise<{ deliveries: WebhookDelivery[]; next?: number }> {
  // One more shows whether there is another page.
  const found = await store.listDeliveries(db, id, { before, limit: limit + 1 })
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : undefined
  return { deliveries: page.map(viewDelivery), ...(last ? { next: last.id } : {}) }
}

export async function pingWebhook(tx: Db, row: WebhookRow, clock: Clock): Promise<WebhookDelivery> {
  if (!row.enabled) throw new Fault('webhook_off')
  const event = { userId: row.userId, type: 'ping', payment: null, at: new Date(clock.now()) } as const
  const [written] = await writeEvent(tx, event, [row])
  return viewWritten(tx, row.id, written)
}

export async function redeliver(
  tx: Db,
  row: WebhookRow,
  { deliveryId }: { deliveryId: number },
  clock: Clock,
): Promise<WebhookDelivery> {
  const former = await store.findDelivery(tx, row.id, deliveryId)
  if (!former) throw new Fault('not_found', { what: 'Delivery' })
  if (!row.enabled) throw new Fault('webhook_off')
  const at = new Date(clock.now())
  const [written] = await store.insertDeliveryRows(tx, [
    { webhookId: row.id, url: row.url, bodyId: former.bodyId, createdAt: at, nextAttemptAt: at },
  ])
  return viewWritten(tx, row.id, written)
}

async function viewWritten(tx: Db, webhookId: number, id: number | undefined): Promise<WebhookDelivery> {
  const row = id === undefined ? undefined : await store.findDelivery(tx, webhookId, id)
  if (!row) throw new Fault('not_found', { what: 'Delivery' })
  return viewDelivery(row)
}
