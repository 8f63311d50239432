/** Strategies by user, agent and origin. */
import { UUID } from '@purser/contract/values.ts'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { LIVE, type RowStatus, type StrategyRow } from './rows.ts'
import { strategies } from './strategies.tables.ts'

export async function insertStrategy(db: Db, row: typeof strategies.$inferInsert): Promise<StrategyRow> {
  const [inserted] = await db.insert(strategies).values(row).returning()
  if (!inserted) throw new Error('a strategy that was just written is not there')
  return inserted
}

/** `id` may be any text. */
export async function findStrategy(db: Db, userId: number, id: string): Promise<StrategyRow | undefined> {
  if (!UUID.test(id)) return undefined
  const [row] = await db
    .select()
    .from(strategies)
    .where(and(eq(strategies.userId, userId), eq(strategies.id, id)))
  return row
}

export async function listByAgents(db: Db, userId: number, agentIds: number[]): Promise<StrategyRow[]> {
  if (agentIds.length === 0) return []
  return db
    .select()
    .from(strategies)
    .where(and(eq(strategies.userId, userId), inArray(strategies.agentId, agentIds)))
    .orderBy(desc(strategies.createdAt))
}

export async function findLive(db: Db, userId: number, agentId: number): Promise<StrategyRow | undefined> {
  const [row] = await db
    .select()
    .from(strategies)
    .where(
      and(
        eq(strategies.userId, userId),
        eq(strategies.agentId, agentId),
        inArray(strategies.status, [...LIVE]),
      ),
    )
  return row
}

/** Whether a strategy of anybody is live. */
export async function isAnyLive(db: Db): Promise<boolean> {
  const [row] = await db
    .select({ id: strategies.id })
    .from(strategies)
    .where(inArray(strategies.status, [...LIVE]))
    .limit(1)
  return row !== undefined
}

/** Whether a live strategy of the user trades with this wallet. */
export async function usesWallet(db: Db, userId: number, address: string): Promise<boolean> {
  const [row] = await db
    .select({ id: strategies.id })
    .from(strategies)
    .where(
      and(
        eq(strategies.userId, userId),
        inArray(strategies.status, [...LIVE]),
        sql`${strategies.walletAddresses} @> ${JSON.stringify([address])}::jsonb`,
      ),
    )
    .limit(1)
  return row !== undefined
}

/** Sets the status that the runner is to bring about. Undefined where it was in none of `from`. */
export async function requestStatus(
  db: Db,
  id: string,
  from: RowStatus[],
  to: RowStatus,
): Promise<StrategyRow | undefined> {
  const [row] = await db
    .update(strategies)
    .set({ status: to })
    .where(and(eq(strategies.id, id), inArray(strategies.status, from)))
    .returning()
  return row
}

/** The strategy whose present run this request started. */
export async function findByOrigin(db: Db, originKey: string): Promise<StrategyRow | undefined> {
  const [row] = await db.select().from(strategies).where(eq(strategies.originKey, originKey))
  return row
}
