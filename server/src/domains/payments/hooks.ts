/** Payments trigger webhook deliveries and e-mails. Both are written in the transaction of the change they report. */
import { WEBHOOK_DELIVERY_DAYS } from '@purser/contract/limits.ts'
import { DAY_MS } from '@purser/contract/time.ts'
import { writeAudit } from '../../kernel/audit.store.ts'
import type { Bus } from '../../kernel/bus.ts'
import type { PaymentEvents } from './events.ts'
import { createPaymentMails, type PaymentMailParts } from './mails/mails.ts'
import { sweepOldQuotes } from './payer/quote.ts'
import { viewPayments } from './view.ts'
import { createDelivery, type DeliveryParts } from './webhooks/delivery.ts'
import { endWaiting, sweepDeliveries } from './webhooks/deliveries.store.ts'
import { record } from './webhooks/record.ts'
import { createWebhooks, type WebhooksParts } from './webhooks/webhooks.service.ts'
import { switchOff } from './webhooks/webhooks.store.ts'

export type PaymentHookParts = PaymentMailParts &
  Omit<DeliveryParts, 'giveUp'> &
  Omit<WebhooksParts, 'wake' | 'mails'> & { bus: Bus }
export type PaymentHooks = ReturnType<typeof createPaymentHooks>

/** Rows that a sweep deletes at once, and how many such portions it takes in one go. */
const PORTION = 1_000
const PORTIONS = 20

export function createPaymentHooks(parts: PaymentHookParts) {
  const { db, clock, bus, publicUrl } = parts
  const now = () => new Date(clock.now())
  const mails = createPaymentMails(parts)

  async function giveUp(webhookId: number): Promise<void> {
    await db.transaction(async (tx) => {
      const row = await switchOff(tx, webhookId, now())
      if (!row) return
      await endWaiting(tx, webhookId)
      const { userId, url } = row
      const { origin } = new URL(url)
      const detail = { change: 'switched off after failures', webhook: webhookId, to: origin }
      await writeAudit(tx, { userId, type: 'webhook', detail, address: 'server' })
      await mails.addWebhookOff(tx, { userId, origin })
    })
  }
  const delivery = createDelivery({ ...parts, log: parts.log.child({ part: 'webhooks' }), giveUp })

  const events: PaymentEvents = {
    async add(tx, { userId, paymentId, type }) {
      await record(tx, { userId, type, at: now() }, async () => {
        const [payment] = await viewPayments(tx, publicUrl, [paymentId])
        return payment
      })
      if (type === 'payment.paid') await mails.addReceipt(tx, { userId, paymentId })
    },
  }
  const unsubscribe = bus.subscribe('payments.changed', delivery.wake)

  return {
    events,
    webhooks: createWebhooks({ ...parts, mails, wake: delivery.wake }),
    mails,
    start: delivery.start,
    async stop(): Promise<void> {
      unsubscribe()
      await delivery.stop()
    },
    async sweep(): Promise<void> {
      const before = new Date(clock.now() - WEBHOOK_DELIVERY_DAYS * DAY_MS)
      for (let n = 0; n < PORTIONS && (await sweepDeliveries(db, before, PORTION)) === PORTION; n++);
      await mails.sweep()
      await sweepOldQuotes(parts)
    },
  }
}
