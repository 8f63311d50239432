/** Log lines. */
import { and, desc, eq, lte, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { startRound } from '../../../db/portions.ts'
import { createTallies, newestBeyond } from '../../../db/tallies.ts'
import type { LogRow, NewLog } from '../rows.ts'
import { strategyLogs } from '../strategies.tables.ts'

export async function insertLogs(db: Db, rows: NewLog[]): Promise<LogRow[]> {
  return rows.length === 0 ? [] : db.insert(strategyLogs).values(rows).returning()
}

/** The newest lines of an agent, in order of time. */
export async function agentLogs(db: Db, userId: number, agentId: number, limit: number): Promise<LogRow[]> {
  const rows = await db
    .select()
    .from(strategyLogs)
    .where(and(eq(strategyLogs.userId, userId), eq(strategyLogs.agentId, agentId)))
    .orderBy(desc(strategyLogs.id))
    .limit(limit)
  return rows.reverse()
}

export async function listLogs(db: Db, userId: number, strategyId: string, limit: number): Promise<LogRow[]> {
  const rows = await db
    .select()
    .from(strategyLogs)
    .where(and(eq(strategyLogs.userId, userId), eq(strategyLogs.strategyId, strategyId)))
    .orderBy(desc(strategyLogs.id))
    .limit(limit)
  return rows.reverse()
}

export async function clearLogs(db: Db, userId: number, agentId: number): Promise<void> {
  await db.delete(strategyLogs).where(and(eq(strategyLogs.userId, userId), eq(strategyLogs.agentId, agentId)))
}

/** The newest lines of skipped orders. */
export async function skippedLogs(db: Db, strategyId: string, limit: number): Promise<LogRow[]> {
  return db
    .select()
    .from(strategyLogs)
    .where(and(eq(strategyLogs.strategyId, strategyId), eq(strategyLogs.kind, 'skipped')))
    .orderBy(desc(strategyLogs.id))
    .limit(limit)
}

/** The same for a strategy of this user. */
export async function listSkipped(
  db: Db,
  userId: number,
  strategyId: string,
  limit: number,
): Promise<Pick<LogRow, 'at' | 'data'>[]> {
  return db
    .select({ at: strategyLogs.at, data: strategyLogs.data })
    .from(strategyLogs)
    .where(
      and(
        eq(strategyLogs.strategyId, strategyId),
        eq(strategyLogs.kind, 'skipped'),
        sql`${strategyLogs.userId} + 0 = ${userId}`,
      ),
    )
    .orderBy(desc(strategyLogs.id))
    .limit(limit)
}

/** Lines kept of each agent, and how many more before the oldest are deleted again. */
const LINES_KEPT = 10_000
const LINES_SLACK = 500

export function createLinesSweep(db: Db): () => Promise<void> {
  const kept = { table: strategyLogs, owner: strategyLogs.agentId, most: LINES_KEPT }
  const tallies = createTallies(db, { ...kept, type: 'bigint', slack: LINES_SLACK })
  return async () => {
    const round = startRound(db)
    for (const agentId of (await tallies.next()).over) {
      const newest = await newestBeyond(db, kept, agentId)
      const old = and(eq(strategyLogs.agentId, Number(agentId)), lte(strategyLogs.id, newest ?? 0))
      if (await round.delete({ from: strategyLogs, where: old, by: strategyLogs.id }))
        tallies.removed(agentId)
    }
  }
}
