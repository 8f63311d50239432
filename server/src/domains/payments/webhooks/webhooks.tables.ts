import type { WebhookEvent } from '@purser/contract/webhooks.ts'
import type { DeliveryProblem } from '@purser/contract/webhook-texts.ts'
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, time } from '../../../db/columns.ts'
import { users } from '../../accounts/accounts.tables.ts'

const userId = () =>
  bigint({ mode: 'number' })
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

export const webhooks = pgTable(
  'webhooks',
  {
    /** Assigned before the row is written: the sealed secret is bound to it. */
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    userId: userId(),
    url: text().notNull(),
    /** Its host and port: how many calls it gets at once is limited by it. */
    host: text().notNull(),
    /** Empty: all of them. */
    events: text().array().$type<WebhookEvent[]>().notNull(),
    enabled: boolean().notNull().default(true),
    /** Sealed under the owner's data key and bound to 'webhook:{id}'. */
    sealedSecret: bytes().notNull(),
    failingSince: time(),
    createdAt: time().notNull(),
    updatedAt: time().notNull(),
  },
  (t) => [index('webhooks_user').on(t.userId, t.id)],
)

/** The body of a post. It is stored once, however many webhooks get it and however often. */
export const webhookBodies = pgTable(
  'webhook_bodies',
  {
    /** The `id` within the body. */
    id: uuid().primaryKey(),
    userId: userId(),
    event: text().$type<WebhookEvent | 'ping'>().notNull(),
    /** No reference: it outlives the payment. */
    paymentId: bigint({ mode: 'number' }),
    text: text().notNull(),
    createdAt: time().notNull(),
  },
  (t) => [index('webhook_bodies_created').on(t.createdAt), index('webhook_bodies_user').on(t.userId)],
)

/** A body on its way to a webhook, and the outcome. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    webhookId: bigint({ mode: 'number' })
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    bodyId: uuid()
      .notNull()
      .references(() => webhookBodies.id, { onDelete: 'cascade' }),
    /** The webhook's address when the delivery was written. */
    url: text().notNull(),
    status: text({ enum: ['waiting', 'delivered', 'failed'] })
      .notNull()
      .default('waiting'),
    attempts: integer().notNull().default(0),
    responseStatus: integer(),
    problem: text().$type<DeliveryProblem>(),
    createdAt: time().notNull(),
    lastAttemptAt: time(),
    /** null: there is none any more. */
    nextAttemptAt: time(),
    /** The process that is sending it. */
    owner: text(),
  },
  (t) => [
    index('webhook_deliveries_webhook').on(t.webhookId, t.id),
    index('webhook_deliveries_waiting').on(t.webhookId, t.nextAttemptAt).where(sql`status = 'waiting'`),
    index('webhook_deliveries_created').on(t.createdAt),
    index('webhook_deliveries_body').on(t.bodyId),
  ],
)
