/** Webhooks of users. */
import { and, asc, count, eq, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { webhooks } from './webhooks.tables.ts'

export type WebhookRow = typeof webhooks.$inferSelect
export type WebhookChange = Partial<
  Pick<WebhookRow, 'url' | 'host' | 'events' | 'enabled' | 'failingSince' | 'sealedSecret'>
>

/** In a transaction of the caller: their number changes by nobody else until it ends. */
export async function lockWebhooks(db: Db, userId: number): Promise<number> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext(${`webhooks:${userId}`}))`)
  const [row] = await db.select({ n: count() }).from(webhooks).where(eq(webhooks.userId, userId))
  return row?.n ?? 0
}

export async function nextWebhookId(db: Db): Promise<number> {
  const result = await db.execute(sql`select nextval(pg_get_serial_sequence('webhooks', 'id'))::int8 as id`)
  return Number((result as { rows: { id: string | number }[] }).rows[0]?.id)
}

export async function insertWebhook(db: Db, row: typeof webhooks.$inferInsert): Promise<WebhookRow> {
  const [inserted] = await db.insert(webhooks).values(row).returning()
  if (!inserted) throw new Error('a webhook that was just written is not there')
  return inserted
}

export async function listWebhooks(db: Db, userId: number): Promise<WebhookRow[]> {
  return db.select().from(webhooks).where(eq(webhooks.userId, userId)).orderBy(asc(webhooks.id))
}

export async function findWebhook(db: Db, userId: number, id: number): Promise<WebhookRow | undefined> {
  const [row] = await db
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.userId, userId), eq(webhooks.id, id)))
  return row
}

/** undefined: not the user's. */
export async function changeWebhook(
  db: Db,
  { userId, id, at }: { userId: number; id: number; at: Date },
  change: WebhookChange,
): Promise<WebhookRow | undefined> {
  const [row] = await db
    .update(webhooks)
    .set({ ...change, updatedAt: at })
    .where(and(eq(webhooks.userId, userId), eq(webhooks.id, id)))
    .returning()
  return row
}

export async function deleteWebhook(db: Db, userId: number, id: number): Promise<WebhookRow | undefined> {
  const [row] = await db
    .delete(webhooks)
    .where(and(eq(webhooks.userId, userId), eq(webhooks.id, id)))
    .returning()
  return row
}

/** Every attempt has failed since then. Answers since when in fact; null: it is gone. */
export async function markFailing(db: Db, id: number, at: Date): Promise<Date | null> {
  const [row] = await db
    .update(webhooks)
    .set({ failingSince: sql`coalesce(${webhooks.failingSince}, ${at.toISOString()}::timestamptz)` })
    .where(eq(webhooks.id, id))
    .returning({ since: webhooks.failingSince })
  return row?.since ?? null
}

export async function markDelivering(db: Db, id: number): Promise<void> {
  await db
    .update(webhooks)
    .set({ failingSince: null })
    .where(and(eq(webhooks.id, id), sql`${webhooks.failingSince} is not null`))
}

/** Switches it off; undefined where it is off or gone. */
export async function switchOff(db: Db, id: number, at: Date): Promise<WebhookRow | undefined> {
  const [row] = await db
    .update(webhooks)
    .set({ enabled: false, updatedAt: at })
    .where(and(eq(webhooks.id, id), eq(webhooks.enabled, true)))
    .returning()
  return row
}

export async function readSealedSecret(db: Db, id: number): Promise<Uint8Array> {
  const [row] = await db.select({ sealed: webhooks.sealedSecret }).from(webhooks).where(eq(webhooks.id, id))
  if (!row) throw new Error(`webhook ${id} is gone`)
  return row.sealed
}

/** For a rotation. updated_at stays: the secret itself is the same. */
export async function writeSealedSecret(db: Db, id: number, sealedSecret: Uint8Array): Promise<void> {
  await db.update(webhooks).set({ sealedSecret }).where(eq(webhooks.id, id))
}
