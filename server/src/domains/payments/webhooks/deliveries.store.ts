/** Deliveries: written with what they report, claimed by one process at a time, kept as a log. */
import type { WebhookEvent } from '@purser/contract/webhooks.ts'
import { and, desc, eq, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import type { Heartbeat } from '../../../kernel/heartbeat.ts'
import { webhookBodies as bodies, webhookDeliveries as deliveries, webhooks } from './webhooks.tables.ts'

export type BodyRow = typeof bodies.$inferSelect
export type DeliveryRow = typeof deliveries.$inferSelect & Pick<BodyRow, 'event' | 'paymentId'>

/** A webhook, and its address when a delivery is written for it. */
export type Receiver = Pick<typeof webhooks.$inferSelect, 'id' | 'url'>

/**
 * The webhooks that are to get an event. None of them can be deleted before the transaction ends, and one that is being
 * deleted is left out: neither ever fails the transaction of a payment.
 */
export async function listListening(db: Db, userId: number, event: WebhookEvent): Promise<Receiver[]> {
  return db
    .select({ id: webhooks.id, url: webhooks.url })
    .from(webhooks)
    .where(
      and(
        eq(webhooks.userId, userId),
        eq(webhooks.enabled, true),
        sql`(cardinality(${webhooks.events}) = 0 or ${event} = any(${webhooks.events}))`,
      ),
    )
    .for('key share')
}

export async function insertDeliveries(db: Db, body: BodyRow, receivers: Receiver[]): Promise<number[]> {
  await db.insert(bodies).values(body)
  const at = body.createdAt
  return insertDeliveryRows(
    db,
    receivers.map(({ id, url }) => ({
      webhookId: id,
      url,
      bodyId: body.id,
      createdAt: at,
      nextAttemptAt: at,
    })),
  )
}

export async function insertDeliveryRows(
  db: Db,
  rows: (typeof deliveries.$inferInsert)[],
): Promise<number[]> {
  const inserted = await db.insert(deliveries).values(rows).returning({ id: deliveries.id })
  return inserted.map(({ id }) => id)
}

const columns = {
  id: deliveries.id,
  webhookId: deliveries.webhookId,
  bodyId: deliveries.bodyId,
  url: deliveries.url,
  status: deliveries.status,
  attempts: deliveries.attempts,
  responseStatus: deliveries.responseStatus,
  problem: deliveries.problem,
  createdAt: deliveries.createdAt,
  lastAttemptAt: deliveries.lastAttemptAt,
  nextAttemptAt: deliveries.nextAttemptAt,
  owner: deliveries.owner,
  event: bodies.event,
  paymentId: bodies.paymentId,
}
const read = (db: Db) =>
  db.select(columns).from(deliveries).innerJoin(bodies, eq(bodies.id, deliveries.bodyId))

/** Newest first. */
export async function listDeliveries(
  db: Db,
  webhookId: number,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<DeliveryRow[]> {
  const older = before === undefined ? undefined : lt(deliveries.id, before)
  return read(db)
    .where(and(eq(deliveries.webhookId, webhookId), older))
    .orderBy(desc(deliveries.id))
    .limit(limit)
}

export async function findDelivery(db: Db, webhookId: number, id: number): Promise<DeliveryRow | undefined> {
  const [row] = await read(db).where(and(eq(deliveries.webhookId, webhookId), eq(deliveries.id, id)))
  return row
}

/** Finds the newest delivery of each webhook, by webhook. */
export async function newestDeliveries(db: Db, webhookIds: number[]): Promise<Map<number, DeliveryRow>> {
  if (webhookIds.length === 0) return new Map()
  const newest = sql`select (select max(d.id) from ${deliveries} d where d.webhook_id = w.id)
    from ${webhooks} w where ${inArray(sql`w.id`, webhookIds)}`
  const rows = await read(db).where(sql`${deliveries.id} in (${newest})`)
  return new Map(rows.map((row) => [row.webhookId, row]))
}

export type Due = { id: number; userId: number; host: string }
/** Per webhook: no more of one are under way at once. */
const DUE_PER_WEBHOOK = 2

const free = (heartbeat: Heartbeat, mine: number[]): SQL => {
  const notMine = mine.length === 0 ? sql`true` : sql`d.id not in ${mine}`
  // This process may own one that it is not sending: its outcome could not be written.
  return sql`(${heartbeat.orphaned(sql`d.owner`)} or split_part(d.owner, '#', 1) = ${heartbeat.id}) and ${notMine}`
}

/** The oldest that are due and that no live process is sending: a few of each webhook, so that none is behind another. */
export async function listDue(
  db: Db,
  heartbeat: Heartbeat,
  asked: { now: Date; mine: number[]; busyHosts: string[]; busyUsers: number[]; limit: number },
): Promise<Due[]> {
  const { now, mine, busyHosts, busyUsers, limit } = asked
  const idle = busyHosts.length === 0 ? sql`true` : sql`w.host not in ${busyHosts}`
  const within = busyUsers.length === 0 ? sql`true` : sql`w.user_id not in ${busyUsers}`
  const { rows } = (await db.execute(sql`
    select due.id, w.user_id, w.host from ${webhooks} w cross join lateral (
      select d.id, d.next_attempt_at from ${deliveries} d
      where d.webhook_id = w.id and d.status = 'waiting' and d.next_attempt_at <= ${now.toISOString()}
        and ${free(heartbeat, mine)}
      order by d.next_attempt_at limit ${DUE_PER_WEBHOOK}) due
    where w.enabled and ${idle} and ${within}
    order by due.next_attempt_at, due.id limit ${limit}`)) as {
    rows: { id: string | number; user_id: string | number; host: string }[]
  }
  return rows.map((row) => ({ id: Number(row.id), userId: Number(row.user_id), host: row.host }))
}

export type Claimed = {
  id: number
  attempts: number
  event: string
  body: string
  webhookId: number
  userId: number
  url: string
  /** Its webhook has another address by now: what becomes of it says nothing of that. */
  isFormer: boolean
  sealedSecret: Uint8Array
}

/** undefined: another process has it, it is sent, or its webhook is switched off. */
export async function claim(
  db: Db,
  heartbeat: Heartbeat,
  { id, owner, now }: { id: number; owner: string; now: Date },
): Promise<Claimed | undefined> {
  return db.transaction(async (tx) => {
    const { rows } = (await tx.execute(sql`
      select d.id from ${deliveries} d join ${webhooks} w on w.id = d.webhook_id
      where d.id = ${id} and d.status = 'waiting' and d.next_attempt_at <= ${now.toISOString()} and w.enabled
        and ${free(heartbeat, [])}
      for update of d skip locked`)) as { rows: unknown[] }
    if (rows.length === 0) return undefined
    await tx.update(deliveries).set({ owner }).where(eq(deliveries.id, id))
    const [row] = await tx
      .select({
        id: deliveries.id,
        attempts: deliveries.attempts,
        event: bodies.event,
        body: bodies.text,
        webhookId: webhooks.id,
        userId: webhooks.userId,
        url: deliveries.url,
        isFormer: sql<boolean>`${deliveries.url} <> ${webhooks.url}`,
        sealedSecret: webhooks.sealedSecret,
      })
      .from(deliveries)
      .innerJoin(bodies, eq(bodies.id, deliveries.bodyId))
      .innerJoin(webhooks, eq(webhooks.id, deliveries.webhookId))
      .where(eq(deliveries.id, id))
    return row
  })
}

export type Outcome = Pick<DeliveryRow, 'status' | 'responseStatus' | 'problem' | 'nextAttemptAt'>

/** false: it is owned by another process meanwhile, or was ended. */
export async function recordAttempt(
  db: Db,
  { id, owner, at }: { id: number; owner: string; at: Date },
  outcome: Outcome,
): Promise<boolean> {
  const rows = await db
    .update(deliveries)
    .set({ ...outcome, attempts: sql`${deliveries.attempts} + 1`, lastAttemptAt: at, owner: null })
    .where(and(eq(deliveries.id, id), eq(deliveries.owner, owner), eq(deliveries.status, 'waiting')))
    .returning({ id: deliveries.id })
  return rows.length > 0
}

/** An attempt that did not come to its end: it counts as none. */
export async function release(db: Db, id: number, owner: string): Promise<void> {
  await db
    .update(deliveries)
    .set({ owner: null })
    .where(and(eq(deliveries.id, id), eq(deliveries.owner, owner)))
}

/** Nothing of a webhook that is switched off is sent later. */
export async function endWaiting(db: Db, webhookId: number): Promise<void> {
  await db
    .update(deliveries)
    .set({ status: 'failed', problem: 'switched_off', nextAttemptAt: null, responseStatus: null })
    .where(and(eq(deliveries.webhookId, webhookId), eq(deliveries.status, 'waiting')))
}

/** Deletes some of what is older, and bodies that no delivery needs any more; returns how many rows. */
export async function sweepDeliveries(db: Db, before: Date, portion: number): Promise<number> {
  const gone = await db
    .delete(deliveries)
    .where(
      sql`${deliveries.id} in (select id from ${deliveries} where created_at < ${before.toISOString()}
        order by created_at limit ${portion})`,
    )
    .returning({ id: deliveries.id })
  const unused = await db
    .delete(bodies)
    .where(
      sql`${bodies.id} in (select b.id from ${bodies} b where b.created_at < ${before.toISOString()}
        and not exists (select from ${deliveries} d where d.body_id = b.id)
        order by b.created_at limit ${portion})`,
    )
    .returning({ id: bodies.id })
  return Math.max(gone.length, unused.length)
}
