/** Topics of the bus for changes of payments, and the events that are recorded in the transaction of each change. */
import type { WebhookEvent } from '@purser/contract/webhooks.ts'
import type { Db } from '../../db/client.ts'

declare module '../../kernel/bus.ts' {
  interface BusEvents {
    /** Payments of this user, their settings, or what became of their lines and refunds. */
    'payments.changed': { userId: number }
  }
}

export type PaymentEvent = { userId: number; paymentId: number; type: WebhookEvent }
/** Called in the transaction of each change: what it writes is there exactly when the change is. */
export type PaymentEvents = { add(tx: Db, event: PaymentEvent): Promise<void> }
export const noEvents: PaymentEvents = { add: async () => undefined }
