/** Log lines. */
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import type { LogRow, NewLog } from '../rows.ts'
import { strategyLogs } from '../strategies.tables.ts'

export async function insertLogs(db: Db, rows: NewLog[]): Promise<LogRow[]> {
  return rows.length === 0 ? [] : db.insert(strategyLogs).values(rows).returning()
}

/** The newest lines of an agent, oldest of them first. */
export async function agentLogs(db: Db, userId: number, agentId: number, limit: number): Promise<LogRow[]> {
  const rows = await db
    .select()
    .from(strategyLogs)
    .where(and(eq(strategyLogs.userId, userId), eq(strategyLogs.agentId, agentId)))
    .orderBy(desc(strategyLogs.id))
    .limit(limit)
  return rows.reverse()
}

export async function logsOf(db: Db, userId: number, strategyId: string, limit: number): Promise<LogRow[]> {
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

/** Lines kept of each agent. */
const LINES_KEPT = 10_000

export async function sweepLogs(db: Db): Promise<void> {
  await db.execute(sql`
    delete from strategy_logs l using (
      select agent_id, max(id) as newest, count(*) as n from strategy_logs
      group by agent_id having count(*) > ${LINES_KEPT}
    ) a where l.agent_id = a.agent_id and l.id <= (
      select id from strategy_logs k where k.agent_id = a.agent_id order by id desc offset ${LINES_KEPT} limit 1)`)
}
