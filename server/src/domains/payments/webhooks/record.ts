/** Writes deliveries, each in the transaction of the event that it reports. */
import { randomUUID } from 'node:crypto'
import type { Payment } from '@purser/contract/payments/payments.ts'
import type { WebhookEvent } from '@purser/contract/webhooks.ts'
import type { Db } from '../../../db/client.ts'
import { insertDeliveries, listListening, type Receiver } from './deliveries.store.ts'

export type NewEvent = {
  userId: number
  type: WebhookEvent | 'ping'
  payment: Payment | null
  at: Date
}

/** Writes one body for all of these webhooks. Returns the ids of their deliveries, in their order. */
export async function writeEvent(
  tx: Db,
  { userId, type, payment, at }: NewEvent,
  receivers: Receiver[],
): Promise<number[]> {
  const id = randomUUID()
  const text = JSON.stringify({ id, type, created_at: at.toISOString(), payment })
  const body = { id, userId, event: type, paymentId: payment?.id ?? null, text, createdAt: at }
  return insertDeliveries(tx, body, receivers)
}

/** Writes the event for each webhook that listens. `view` is called only if one does. */
export async function record(
  tx: Db,
  { userId, type, at }: { userId: number; type: WebhookEvent; at: Date },
  view: () => Promise<Payment | undefined>,
): Promise<void> {
  const receivers = await listListening(tx, userId, type)
  if (receivers.length === 0) return
  const payment = await view()
  if (payment) await writeEvent(tx, { userId, type, payment, at }, receivers)
}
