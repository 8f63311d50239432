/** Assigns strategies to processes: claims, signs of life, and requested statuses. */
import { and, eq, inArray, lt, not, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import type { Heartbeat } from '../../../kernel/heartbeat.ts'
import { LIVE, type OrderRow, type RowStatus, type StrategyRow } from '../rows.ts'
import { strategies, strategyOrders, strategyRunners } from '../strategies.tables.ts'

/** Records that the process that runs strategies is alive. */
export async function recordAlive(db: Db, owner: string, seenAt: Date): Promise<void> {
  await db
    .insert(strategyRunners)
    .values({ owner, seenAt })
    .onConflictDoUpdate({ target: strategyRunners.owner, set: { seenAt } })
}

/** Records, when a process stops in good order, how long each of its strategies was watched. */
export async function recordStop(
  db: Db,
  owner: string,
  stopped: { id: string; heldSince: Date }[],
): Promise<void> {
  if (stopped.length === 0) return
  await db.execute(sql`
    update strategies s set held_since = v."heldSince"
    from jsonb_to_recordset(${JSON.stringify(stopped)}::jsonb) as v(id uuid, "heldSince" timestamptz)
    where s.id = v.id and s.owner = ${owner}`)
}

/** Claims orphaned live strategies. `heldSince`: when their last process was alive; null if they had none. */
export async function claimOrphaned(
  db: Db,
  heartbeat: Heartbeat,
): Promise<{ row: StrategyRow; heldSince: Date | null }[]> {
  const former = await db
    .select({ id: strategies.id, heldSince: strategies.heldSince, seenAt: strategyRunners.seenAt })
    .from(strategies)
    .leftJoin(strategyRunners, eq(strategyRunners.owner, strategies.owner))
    .where(and(inArray(strategies.status, [...LIVE]), heartbeat.orphaned(sql`${strategies.owner}`)))
  if (former.length === 0) return []
  const seen = new Map(former.map(({ id, heldSince, seenAt }) => [id, heldSince ?? seenAt]))
  return (await claim(db, heartbeat)).map((row) => ({ row, heldSince: seen.get(row.id) ?? null }))
}

async function claim(db: Db, heartbeat: Heartbeat): Promise<StrategyRow[]> {
  return db
    .update(strategies)
    .set({ owner: heartbeat.id, heldSince: null })
    .where(and(inArray(strategies.status, [...LIVE]), heartbeat.orphaned(sql`${strategies.owner}`)))
    .returning()
}

/** The requested status of each live strategy that this process owns; there may be thousands, so in one cell. */
export async function requestedStatuses(db: Db, owner: string): Promise<Map<string, RowStatus>> {
  const { rows } = (await db.execute(sql`
    select json_agg(json_build_array(id, status))::text as list from strategies
    where owner = ${owner} and status in ('active', 'paused', 'stopping')`)) as {
    rows: { list: string | null }[]
  }
  return new Map(JSON.parse(rows[0]?.list ?? '[]') as [string, RowStatus][])
}

/** A live strategy that this process owns. */
export async function findOwned(db: Db, owner: string, id: string): Promise<StrategyRow | undefined> {
  const [row] = await db
    .select()
    .from(strategies)
    .where(and(eq(strategies.id, id), eq(strategies.owner, owner), inArray(strategies.status, [...LIVE])))
  return row
}

export async function openOrders(db: Db, strategyId: string): Promise<OrderRow[]> {
  return db
    .select()
    .from(strategyOrders)
    .where(and(eq(strategyOrders.strategyId, strategyId), eq(strategyOrders.status, 'placed')))
}

/** Deletes processes that own nothing any more. */
export async function sweepRunners(db: Db, before: Date): Promise<void> {
  const owned = sql`exists (select from strategies s where s.owner = ${strategyRunners.owner})`
  await db.delete(strategyRunners).where(and(lt(strategyRunners.seenAt, before), not(owned)))
}
