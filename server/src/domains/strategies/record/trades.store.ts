/** The orders of a strategy for display, and strategies in pages. */
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { inMilliseconds } from '../../../db/columns.ts'
import { LIVE, type OrderRow, type StrategyRow } from '../rows.ts'
import { ofAgent } from '../strategies.store.ts'
import { strategies, strategyOrders } from '../strategies.tables.ts'

export type OrderSpot = Pick<OrderRow, 'run' | 'seq' | 'walletAddress'>

/** Newest first. */
export async function pageOfOrders(
  db: Db,
  strategyId: string,
  { before, limit }: { before: OrderSpot | undefined; limit: number },
): Promise<OrderRow[]> {
  const { run, seq, walletAddress } = strategyOrders
  const older =
    before &&
    sql`(${run}, ${seq}, ${walletAddress}) < (${before.run}::int, ${before.seq}::int, ${before.walletAddress})`
  return db
    .select()
    .from(strategyOrders)
    .where(and(eq(strategyOrders.strategyId, strategyId), older))
    .orderBy(desc(run), desc(seq), desc(walletAddress))
    .limit(limit)
}

export type StrategySpot = Pick<StrategyRow, 'createdAt' | 'id'>
export type StrategyFilter = {
  agentIds: number[]
  status: 'live' | 'ended' | undefined
  before: StrategySpot | undefined
  limit: number
}

/** The ids as one parameter: there may be a thousand. */
export const ofAgents = (userId: number, ids: number[]) =>
  and(eq(strategies.userId, userId), sql`${strategies.agentId} = any(${sql.param(ids)}::bigint[])`)

/** Newest first. */
export async function pageOfStrategies(
  db: Db,
  userId: number,
  { agentIds, status, before, limit }: StrategyFilter,
): Promise<StrategyRow[]> {
  const [only] = agentIds
  if (only === undefined) return []
  // The precision of the time in a cursor.
  const at = inMilliseconds(strategies.createdAt)
  const alive = sql`${strategies.status} in (${sql.join(
    [...LIVE].map((one) => sql`${one}`),
    sql`, `,
  )})`
  return db
    .select()
    .from(strategies)
    .where(
      and(
        agentIds.length === 1 ? ofAgent(userId, only) : ofAgents(userId, agentIds),
        status === undefined ? undefined : status === 'live' ? alive : sql`not ${alive}`,
        before &&
          sql`(${at}, ${strategies.id}) < (${before.createdAt.toISOString()}::timestamptz at time zone 'UTC', ${before.id}::uuid)`,
      ),
    )
    .orderBy(sql`${at} desc`, desc(strategies.id))
    .limit(limit)
}
