import { and, asc, desc, eq, inArray, lt, ne, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { startRound } from '../../db/portions.ts'
import { topUpRefusals as refusals } from './top-ups.tables.ts'

export type RefusalRow = typeof refusals.$inferSelect
export type Refusal = Omit<typeof refusals.$inferInsert, 'id' | 'over' | 'createdAt'>
export type NewRefusal = Pick<RefusalRow, 'reason' | 'walletName'>

/** The most rows in one answer. */
const LEFT_OUT_MOST = 100

/** Why wallets in need got nothing in a round, `cap` for all that it stops; only new reasons are written, and returned. */
export async function saveRefusals(
  db: Db,
  userId: number,
  { wallets, cap }: { wallets: Refusal[]; cap: Refusal | null },
): Promise<NewRefusal[]> {
  const keys = wallets.map(({ reason, walletId }) => `${reason} ${walletId}`)
  await db
    .update(refusals)
    .set({ over: true })
    .where(
      and(
        eq(refusals.userId, userId),
        ne(refusals.reason, 'cap_reached'),
        eq(refusals.over, false),
        sql`${refusals.reason} || ' ' || ${refusals.walletId} not in (
          select value from jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb)
        )`,
      ),
    )
  // One parameter, however many there are.
  const list = [...wallets, ...(cap ? [cap] : [])]
  if (list.length === 0) return []
  const { rows } = (await db.execute(sql`
    insert into top_up_refusals (user_id, reason, wallet_id, wallet_name, address, funding_name, funding_address, day)
    select ${userId}, r.reason, r."walletId", r."walletName", r.address, r."fundingName", r."fundingAddress", r.day
    from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as r(reason text, "walletId" int8, "walletName" text,
      address text, "fundingName" text, "fundingAddress" text, day date)
    on conflict do nothing
    returning reason, wallet_name as "walletName"`)) as { rows: NewRefusal[] }
  return rows
}

/** Wallets that are left out for one of these reasons now, by name. */
export async function listLeftOut(
  db: Db,
  userId: number,
  reasons: Refusal['reason'][],
): Promise<Pick<RefusalRow, 'walletId' | 'walletName' | 'reason'>[]> {
  return db
    .select({
      walletId: refusals.walletId,
      walletName: refusals.walletName,
      reason: refusals.reason,
    })
    .from(refusals)
    .where(and(eq(refusals.userId, userId), eq(refusals.over, false), inArray(refusals.reason, reasons)))
    .orderBy(asc(refusals.walletName), asc(refusals.walletId))
    .limit(LEFT_OUT_MOST)
}

/** After a change of settings every reason counts as new. */
export async function forgetRefusals(db: Db, userId: number): Promise<void> {
  await db
    .update(refusals)
    .set({ over: true })
    .where(and(eq(refusals.userId, userId), eq(refusals.over, false)))
}

export async function listRefusals(db: Db, userId: number, limit: number): Promise<RefusalRow[]> {
  return db
    .select()
    .from(refusals)
    .where(eq(refusals.userId, userId))
    .orderBy(desc(refusals.createdAt), desc(refusals.id))
    .limit(limit)
}

export async function sweepRefusals(db: Db, before: string): Promise<void> {
  await startRound(db).delete({
    from: refusals,
    where: and(lt(refusals.day, before), sql`(${refusals.over} or ${refusals.reason} = 'cap_reached')`),
    by: refusals.day,
  })
}
