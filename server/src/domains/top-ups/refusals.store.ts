import { and, desc, eq, lt, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { startRound } from '../../db/portions.ts'
import { topUpRefusals as refusals } from './top-ups.tables.ts'

export type RefusalRow = typeof refusals.$inferSelect
export type Refusal = Omit<typeof refusals.$inferInsert, 'id' | 'over' | 'createdAt'>

/** Why wallets in need got nothing in a round; only new reasons are written. */
export async function saveRefusals(
  db: Db,
  userId: number,
  { low, cap }: { low: Refusal[]; cap: Refusal | null },
): Promise<void> {
  const ids = low.map((refusal) => refusal.walletId)
  await db
    .update(refusals)
    .set({ over: true })
    .where(
      and(
        eq(refusals.userId, userId),
        eq(refusals.reason, 'funding_low'),
        eq(refusals.over, false),
        sql`${refusals.walletId} not in (select value::int8 from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`,
      ),
    )
  // One parameter, however many there are.
  const list = [...low, ...(cap ? [cap] : [])]
  if (list.length === 0) return
  await db.execute(sql`
    insert into top_up_refusals (user_id, reason, wallet_id, wallet_name, address, funding_name, funding_address, day)
    select ${userId}, r.reason, r."walletId", r."walletName", r.address, r."fundingName", r."fundingAddress", r.day
    from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as r(reason text, "walletId" int8, "walletName" text,
      address text, "fundingName" text, "fundingAddress" text, day date)
    on conflict do nothing`)
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
