/** Webhooks of a user: made, changed, deleted, tried out, and their log. */
import { DELIVERIES_PAGE_MAX, WEBHOOK_SENDS_PER_MINUTE, WEBHOOKS_PER_USER } from '@purser/contract/limits.ts'
import { ROW_ID } from '@purser/contract/values.ts'
import { deliveryProblemText } from '@purser/contract/webhook-texts.ts'
import type { Webhook, WebhookDelivery, WebhookEvent } from '@purser/contract/webhooks.ts'
import type { Db } from '../../../db/client.ts'
import { writeAudit } from '../../../kernel/audit.store.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { Fault } from '../../../kernel/fault.ts'
import type { Limiter } from '../../../kernel/limiter.ts'
import type { Outbound } from '../../../ports/outbound.ts'
import type { Wallets } from '../../wallets/index.ts'
import type { PaymentMails } from '../mails/mails.ts'
import * as deliveries from './deliveries.store.ts'
import { write } from './record.ts'
import { newSecret, recordOf } from './sign.ts'
import * as store from './webhooks.store.ts'

export type WebhooksParts = {
  db: Db
  clock: Clock
  limiter: Limiter
  outbound: Outbound
  wallets: Pick<Wallets, 'secrets'>
  mails: Pick<PaymentMails, 'addWebhookChanged'>
  /** A delivery is due. */
  wake(): void
}
export type WebhookCaller = { userId: number; client: string; device: string }
export type Webhooks = ReturnType<typeof createWebhooks>
type WithSecret = Webhook & { secret: string }
type Change = { url?: string | undefined; events?: WebhookEvent[] | undefined; enabled?: boolean | undefined }

const viewDelivery = (row: deliveries.DeliveryRow): WebhookDelivery => ({
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

const viewWebhook = (row: store.WebhookRow, last: deliveries.DeliveryRow | undefined): Webhook => ({
  id: row.id,
  url: row.url,
  events: row.events,
  enabled: row.enabled,
  failing_since: row.failingSince?.toISOString() ?? null,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  last_delivery: last ? viewDelivery(last) : null,
})

const idOf = (text: string, what: string): number => {
  if (!ROW_ID.test(text)) throw new Fault('not_found', { what })
  return Number(text)
}

export function createWebhooks({ db, clock, limiter, outbound, wallets, mails, wake }: WebhooksParts) {
  const now = () => new Date(clock.now())

  /** As it is called, and by what its calls are limited. Throws webhook_refused. */
  function targetOf(text: string): { url: string; host: string } {
    const code = outbound.refusal(text)
    if (code !== null) throw new Fault('webhook_refused', { code })
    const { href: url, host } = new URL(text)
    return { url, host }
  }

  /** Audited and mailed: whoever takes over a session could have a shop believe payments. `from`: the address before. */
  async function tell(
    tx: Db,
    caller: WebhookCaller,
    row: store.WebhookRow,
    change: string,
    from = row.url,
  ): Promise<void> {
    const { userId, client: address, device } = caller
    // The rest of an address may be a secret of its receiver.
    const [to, before] = [new URL(row.url).origin, new URL(from).origin]
    await writeAudit(tx, {
      userId,
      type: 'webhook',
      detail: { change, webhook: row.id, to },
      address,
      device,
    })
    const moved = from !== row.url
    const where = !moved ? '' : before === to ? ', to another path there,' : `, to ${to},`
    const what =
      change === 'secret renewed'
        ? `The secret of your webhook at ${to} was renewed`
        : `Your webhook at ${before} was ${change}${where}`
    await mails.addWebhookChanged(tx, { userId, what, moved, client: address })
  }

  async function mine(userId: number, id: string, handle: Db = db): Promise<store.WebhookRow> {
    const row = await store.findWebhook(handle, userId, idOf(id, 'Webhook'))
    if (!row) throw new Fault('not_found', { what: 'Webhook' })
    return row
  }

  async function view(handle: Db, rows: store.WebhookRow[]): Promise<Webhook[]> {
    const newest = await deliveries.newestDeliveries(
      handle,
      rows.map(({ id }) => id),
    )
    return rows.map((row) => viewWebhook(row, newest.get(row.id)))
  }
  const viewOne = async (handle: Db, row: store.WebhookRow): Promise<Webhook> => {
    const newest = await deliveries.newestDeliveries(handle, [row.id])
    return viewWebhook(row, newest.get(row.id))
  }

  /** What strangers are sent at a user's word is limited. */
  async function maySend(userId: number): Promise<void> {
    const retryAfterSeconds = await limiter.hit(`webhook-sends:${userId}`, WEBHOOK_SENDS_PER_MINUTE, 60)
    if (retryAfterSeconds !== null) throw new Fault('too_many_requests', { retryAfterSeconds })
  }

  async function delivery(tx: Db, webhookId: number, id: number | undefined): Promise<WebhookDelivery> {
    const row = id === undefined ? undefined : await deliveries.findDelivery(tx, webhookId, id)
    if (!row) throw new Fault('not_found', { what: 'Delivery' })
    return viewDelivery(row)
  }

  return {
    list: async (userId: number): Promise<Webhook[]> => view(db, await store.listWebhooks(db, userId)),

    /** In the caller's transaction. */
    async create(
      tx: Db,
      caller: WebhookCaller,
      { url: text, events = [] }: { url: string; events?: WebhookEvent[] | undefined },
    ): Promise<WithSecret> {
      const { userId } = caller
      const target = targetOf(text)
      if ((await store.lockWebhooks(tx, userId)) >= WEBHOOKS_PER_USER)
        throw new Fault('webhook_limit', { limit: WEBHOOKS_PER_USER })
      const id = await store.nextWebhookId(tx)
      const secret = newSecret()
      const sealedSecret = await wallets.secrets.seal(tx, recordOf({ userId, webhookId: id }), secret)
      const at = now()
      const row = await store.insertWebhook(tx, {
        ...target,
        id,
        userId,
        events,
        sealedSecret,
        createdAt: at,
        updatedAt: at,
      })
      await tell(tx, caller, row, 'created')
      return { ...viewWebhook(row, undefined), secret }
    },

    /** In the caller's transaction. */
    async change(tx: Db, caller: WebhookCaller, id: string, change: Change): Promise<Webhook> {
      const before = await mine(caller.userId, id, tx)
      const { url, events, enabled } = change
      const target = url === undefined ? {} : targetOf(url)
      const isRevived = enabled === true && !before.enabled
      const row = await store.changeWebhook(
        tx,
        { userId: caller.userId, id: before.id, at: now() },
        {
          ...target,
          ...(events === undefined ? {} : { events }),
          ...(enabled === undefined ? {} : { enabled }),
          // Another address, or another try, has not failed yet.
          ...(isRevived || url !== undefined ? { failingSince: null } : {}),
        },
      )
      if (!row) throw new Fault('not_found', { what: 'Webhook' })
      if (enabled === false) await deliveries.endWaiting(tx, row.id)
      const done = enabled === undefined ? 'changed' : enabled ? 'switched on' : 'switched off'
      await tell(tx, caller, row, url === undefined || enabled === false ? done : 'changed', before.url)
      return viewOne(tx, row)
    },

    /** In the caller's transaction. */
    async remove(tx: Db, caller: WebhookCaller, id: string): Promise<void> {
      const row = await store.deleteWebhook(tx, caller.userId, idOf(id, 'Webhook'))
      if (!row) throw new Fault('not_found', { what: 'Webhook' })
      await tell(tx, caller, row, 'deleted')
    },

    /** In the caller's transaction. The former secret signs nothing any more. */
    async renewSecret(tx: Db, caller: WebhookCaller, id: string): Promise<WithSecret> {
      const { userId } = caller
      const { id: webhookId } = await mine(userId, id, tx)
      const secret = newSecret()
      const sealedSecret = await wallets.secrets.seal(tx, recordOf({ userId, webhookId }), secret)
      const row = await store.changeWebhook(tx, { userId, id: webhookId, at: now() }, { sealedSecret })
      if (!row) throw new Fault('not_found', { what: 'Webhook' })
      await tell(tx, caller, row, 'secret renewed')
      return { ...(await viewOne(tx, row)), secret }
    },

    /** For a repeated request that made a secret. */
    async withSecret(userId: number, id: number): Promise<WithSecret> {
      const row = await mine(userId, String(id))
      const secret = await wallets.secrets.open(db, recordOf({ userId, webhookId: id }), async (again) =>
        again ? store.readSealedSecret(db, id) : row.sealedSecret,
      )
      return { ...(await viewOne(db, row)), secret }
    },

    maySend,

    /** In the caller's transaction. */
    async ping(tx: Db, userId: number, id: string): Promise<WebhookDelivery> {
      const row = await mine(userId, id, tx)
      if (!row.enabled) throw new Fault('webhook_off')
      const [written] = await write(tx, { userId, type: 'ping', payment: null, at: now() }, [row])
      return delivery(tx, row.id, written)
    },

    /** In the caller's transaction. The same body, as a delivery of its own, to the present address. */
    async redeliver(tx: Db, userId: number, id: string, deliveryId: string): Promise<WebhookDelivery> {
      const row = await mine(userId, id, tx)
      const former = await deliveries.findDelivery(tx, row.id, idOf(deliveryId, 'Delivery'))
      if (!former) throw new Fault('not_found', { what: 'Delivery' })
      if (!row.enabled) throw new Fault('webhook_off')
      const at = now()
      const [written] = await deliveries.insertFor(tx, [
        { webhookId: row.id, url: row.url, bodyId: former.bodyId, createdAt: at, nextAttemptAt: at },
      ])
      return delivery(tx, row.id, written)
    },

    /** Newest first. */
    async deliveries(
      userId: number,
      id: string,
      { before, limit = DELIVERIES_PAGE_MAX }: { before?: number | undefined; limit?: number | undefined },
    ): Promise<{ deliveries: WebhookDelivery[]; next?: number }> {
      const row = await mine(userId, id)
      const found = await deliveries.listDeliveries(db, row.id, { before, limit: limit + 1 })
      const page = found.slice(0, limit)
      const last = found.length > limit ? page.at(-1) : undefined
      return { deliveries: page.map(viewDelivery), ...(last ? { next: last.id } : {}) }
    },

    wake,
  }
}
