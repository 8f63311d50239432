/** Webhooks of a user: made, changed, deleted, tried out, and their log. */
import { WEBHOOK_SENDS_PER_MINUTE, WEBHOOKS_PER_USER } from '@purser/contract/limits.ts'
import { ROW_ID } from '@purser/contract/values.ts'
import type { Webhook, WebhookDelivery, WebhookEvent } from '@purser/contract/webhooks.ts'
import type { Db } from '../../../db/client.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { Fault } from '../../../kernel/fault.ts'
import type { Limiter } from '../../../kernel/concurrency/limiter.ts'
import type { Outbound } from '../../../ports/outbound.ts'
import type { Wallets } from '../../wallets/index.ts'
import type { PaymentMails } from '../mails/mails.ts'
import { endWaiting } from './deliveries.store.ts'
import { type DeliveriesPage, listDeliveries, pingWebhook, redeliver } from './delivery-log.ts'
import { reportChange, type WebhookCaller } from './report-change.ts'
import { newSecret, toRecord } from './sign.ts'
import { viewWebhook, viewWebhooks, viewWithDelivery } from './views.ts'
import * as store from './webhooks.store.ts'

export type WebhooksParts = {
  db: Db
  clock: Clock
  limiter: Limiter
  outbound: Outbound
  wallets: Pick<Wallets, 'secrets'>
  mails: Pick<PaymentMails, 'addWebhookChanged'>
  /** Call it when a delivery is due. */
  wake(): void
}
type WithSecret = Webhook & { secret: string }
type NewWebhook = { url: string; events?: WebhookEvent[] | undefined }
type Change = { url?: string | undefined; events?: WebhookEvent[] | undefined; enabled?: boolean | undefined }

/**
 * Verbs with a `tx` work in the caller's transaction. All throw not_found for another user's webhook, and webhook_refused
 * for an address that may not be called.
 */
export type Webhooks = {
  list(userId: number): Promise<Webhook[]>
  /** Throws webhook_limit. */
  create(tx: Db, caller: WebhookCaller, webhook: NewWebhook): Promise<WithSecret>
  change(tx: Db, caller: WebhookCaller, id: string, change: Change): Promise<Webhook>
  remove(tx: Db, caller: WebhookCaller, id: string): Promise<void>
  /** The former secret signs nothing any more. */
  renewSecret(tx: Db, caller: WebhookCaller, id: string): Promise<WithSecret>
  /** Answers a repeated request that made a secret. */
  withSecret(userId: number, id: number): Promise<WithSecret>
  /** Limits what a user can have sent to strangers. Throws too_many_requests. */
  maySend(userId: number): Promise<void>
  /** Throws webhook_off. */
  ping(tx: Db, userId: number, id: string): Promise<WebhookDelivery>
  /** Writes the same body as a delivery of its own, to the present address. Throws webhook_off. */
  redeliver(tx: Db, userId: number, id: string, deliveryId: string): Promise<WebhookDelivery>
  /** Newest first. `next`: pass it as `before` to get the next page. */
  deliveries(
    userId: number,
    id: string,
    page: DeliveriesPage,
  ): Promise<{ deliveries: WebhookDelivery[]; next?: number }>
  /** Call it when a delivery is due. */
  wake(): void
}

export function createWebhooks(parts: WebhooksParts): Webhooks {
  const { db, clock } = parts
  return {
    list: async (userId) => viewWebhooks(db, await store.listWebhooks(db, userId)),
    create: (tx, caller, webhook) => createWebhook(parts, tx, caller, webhook),
    change: (tx, caller, id, change) => changeWebhook(parts, tx, caller, { id, change }),
    remove: (tx, caller, id) => removeWebhook(parts, tx, caller, id),
    renewSecret: (tx, caller, id) => renewSecret(parts, tx, caller, id),
    withSecret: (userId, id) => revealSecret(parts, userId, id),
    maySend: (userId) => limitSends(parts, userId),
    ping: async (tx, userId, id) => pingWebhook(tx, await requireWebhook(tx, userId, id), clock),
    redeliver: async (tx, userId, id, deliveryId) =>
      redeliver(
        tx,
        await requireWebhook(tx, userId, id),
        { deliveryId: toId(deliveryId, 'Delivery') },
        clock,
      ),
    deliveries: async (userId, id, page) => listDeliveries(db, await requireWebhook(db, userId, id), page),
    wake: parts.wake,
  }
}

function toId(text: string, what: string): number {
  if (!ROW_ID.test(text)) throw new Fault('not_found', { what })
  return Number(text)
}

async function requireWebhook(db: Db, userId: number, id: string): Promise<store.WebhookRow> {
  const row = await store.findWebhook(db, userId, toId(id, 'Webhook'))
  if (!row) throw new Fault('not_found', { what: 'Webhook' })
  return row
}

/** The address that is called, and the host by which its calls are limited. Throws webhook_refused. */
function requireTarget({ outbound }: WebhooksParts, text: string): { url: string; host: string } {
  const code = outbound.refusal(text)
  if (code !== null) throw new Fault('webhook_refused', { code })
  const { href: url, host } = new URL(text)
  return { url, host }
}

async function limitSends({ limiter }: WebhooksParts, userId: number): Promise<void> {
  const retryAfterSeconds = await limiter.hit(`webhook-sends:${userId}`, WEBHOOK_SENDS_PER_MINUTE, 60)
  if (retryAfterSeconds !== null) throw new Fault('too_many_requests', { retryAfterSeconds })
}

async function createWebhook(
  parts: WebhooksParts,
  tx: Db,
  caller: WebhookCaller,
  { url: text, events = [] }: NewWebhook,
): Promise<WithSecret> {
  const { clock, wallets } = parts
  const { userId } = caller
  const target = requireTarget(parts, text)
  if ((await store.lockWebhooks(tx, userId)) >= WEBHOOKS_PER_USER)
    throw new Fault('webhook_limit', { limit: WEBHOOKS_PER_USER })
  const id = await store.nextWebhookId(tx)
  const secret = newSecret()
  const sealedSecret = await wallets.secrets.seal(tx, toRecord({ userId, webhookId: id }), secret)
  const at = new Date(clock.now())
  const row = await store.insertWebhook(tx, {
    ...target,
    id,
    userId,
    events,
    sealedSecret,
    createdAt: at,
    updatedAt: at,
  })
  await reportChange(parts, tx, caller, { row, change: 'created' })
  return { ...viewWebhook(row, undefined), secret }
}

async function changeWebhook(
  parts: WebhooksParts,
  tx: Db,
  caller: WebhookCaller,
  { id, change: { url, events, enabled } }: { id: string; change: Change },
): Promise<Webhook> {
  const { userId } = caller
  const before = await requireWebhook(tx, userId, id)
  const target = url === undefined ? {} : requireTarget(parts, url)
  const isRevived = enabled === true && !before.enabled
  const row = await store.changeWebhook(
    tx,
    { userId, id: before.id, at: new Date(parts.clock.now()) },
    {
      ...target,
      ...(events === undefined ? {} : { events }),
      ...(enabled === undefined ? {} : { enabled }),
      // Another address, or another try, has not failed yet.
      ...(isRevived || url !== undefined ? { failingSince: null } : {}),
    },
  )
  if (!row) throw new Fault('not_found', { what: 'Webhook' })
  if (enabled === false) await endWaiting(tx, row.id)
  const done = enabled === undefined ? 'changed' : enabled ? 'switched on' : 'switched off'
  const change = url === undefined || enabled === false ? done : 'changed'
  await reportChange(parts, tx, caller, { row, change, from: before.url })
  return viewWithDelivery(tx, row)
}

async function removeWebhook(parts: WebhooksParts, tx: Db, caller: WebhookCaller, id: string): Promise<void> {
  const row = await store.deleteWebhook(tx, caller.userId, toId(id, 'Webhook'))
  if (!row) throw new Fault('not_found', { what: 'Webhook' })
  await reportChange(parts, tx, caller, { row, change: 'deleted' })
}

async function renewSecret(
  parts: WebhooksParts,
  tx: Db,
  caller: WebhookCaller,
  id: string,
): Promise<WithSecret> {
  const { clock, wallets } = parts
  const { userId } = caller
  const { id: webhookId } = await requireWebhook(tx, userId, id)
  const secret = newSecret()
  const sealedSecret = await wallets.secrets.seal(tx, toRecord({ userId, webhookId }), secret)
  const key = { userId, id: webhookId, at: new Date(clock.now()) }
  const row = await store.changeWebhook(tx, key, { sealedSecret })
  if (!row) throw new Fault('not_found', { what: 'Webhook' })
  await reportChange(parts, tx, caller, { row, change: 'secret renewed' })
  return { ...(await viewWithDelivery(tx, row)), secret }
}

async function revealSecret({ db, wallets }: WebhooksParts, userId: number, id: number): Promise<WithSecret> {
  const row = await requireWebhook(db, userId, String(id))
  const secret = await wallets.secrets.open(db, toRecord({ userId, webhookId: id }), async (again) =>
    again ? store.readSealedSecret(db, id) : row.sealedSecret,
  )
  return { ...(await viewWithDelivery(db, row)), secret }
}
