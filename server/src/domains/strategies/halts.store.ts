/** Stops strategies at once, and keeps concurrent starts from taking effect after that. */
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { startRound } from '../../db/portions.ts'
import { LIVE, type StrategyRow } from './rows.ts'
import {
  strategies,
  strategyHalts,
  strategyLogs,
  strategyOrders,
  strategySteps,
} from './strategies.tables.ts'

/** Within a transaction: until it ends no strategy of the user starts, and no other call stops them all. */
export async function lockHalts(db: Db, userId: number): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext(${`halts:${userId}`}))`)
}

export async function readHalts(db: Db, userId: number): Promise<number> {
  const [row] = await db.select().from(strategyHalts).where(eq(strategyHalts.userId, userId))
  return row?.count ?? 0
}

/**
 * In the caller's transaction: requests the stop of every strategy of the user. Returns all that are live, oldest
 * first.
 */
export async function haltAll(db: Db, userId: number): Promise<StrategyRow[]> {
  await lockHalts(db, userId)
  await db
    .insert(strategyHalts)
    .values({ userId, count: 1 })
    .onConflictDoUpdate({ target: strategyHalts.userId, set: { count: sql`${strategyHalts.count} + 1` } })
  await db
    .update(strategies)
    .set({ status: 'stopping' })
    .where(and(eq(strategies.userId, userId), inArray(strategies.status, ['active', 'paused'])))
  return listLive(db, userId)
}

/**
 * In the caller's transaction: requests the stop of these agents' strategies. Returns those that were not stopping yet.
 */
export async function haltAgents(db: Db, agentIds: number[]): Promise<StrategyRow[]> {
  if (agentIds.length === 0) return []
  return db
    .update(strategies)
    .set({ status: 'stopping' })
    .where(and(inArray(strategies.agentId, agentIds), inArray(strategies.status, ['active', 'paused'])))
    .returning()
}

export async function listLive(db: Db, userId: number): Promise<StrategyRow[]> {
  return db
    .select()
    .from(strategies)
    .where(and(eq(strategies.userId, userId), inArray(strategies.status, [...LIVE])))
    .orderBy(asc(strategies.createdAt), asc(strategies.id))
}

/** Statuses by id. */
export async function statuses(db: Db, ids: string[]): Promise<Map<string, StrategyRow['status']>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: strategies.id, status: strategies.status })
    .from(strategies)
    .where(inArray(strategies.id, ids))
  return new Map(rows.map((row) => [row.id, row.status]))
}

/**
 * Deletes the strategies and lines of an agent that is being deleted, so that none of them can start. False: one is
 * live, or more remain than one round deletes.
 */
export async function forgetAgent(db: Db, agentId: number): Promise<boolean> {
  const live = await db
    .select({ id: strategies.id })
    .from(strategies)
    .where(and(eq(strategies.agentId, agentId), inArray(strategies.status, [...LIVE])))
    .limit(1)
  if (live.length > 0) return false
  const round = startRound(db)
  const ofAgent = eq(strategyLogs.agentId, agentId)
  let done = await round.delete({ from: strategyLogs, where: ofAgent, by: strategyLogs.id })
  const ran = await db.select({ id: strategies.id }).from(strategies).where(eq(strategies.agentId, agentId))
  for (const { id } of ran) {
    const { run, id: step, strategyId } = strategySteps
    done &&= await round.delete({ from: strategySteps, where: eq(strategyId, id), by: sql`${run}, ${step}` })
    const ofStrategy = eq(strategyOrders.strategyId, id)
    const by = sql`${strategyOrders.run}, ${strategyOrders.seq}, ${strategyOrders.walletAddress}`
    done &&= await round.delete({ from: strategyOrders, where: ofStrategy, by })
    if (done) await db.delete(strategies).where(eq(strategies.id, id))
  }
  return done
}
