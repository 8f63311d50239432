/** Strategies by user, agent and origin. */
import { AGENT_STRATEGIES } from '@purser/contract/limits.ts'
import { UUID } from '@purser/contract/values.ts'
import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { inMilliseconds } from '../../db/columns.ts'
import { LIVE, type RowStatus, type StrategyRow } from './rows.ts'
import type { StrategyState } from './engine/types.ts'
import { strategies } from './strategies.tables.ts'

export async function insertStrategy(db: Db, row: typeof strategies.$inferInsert): Promise<StrategyRow> {
  const [inserted] = await db.insert(strategies).values(row).returning()
  if (!inserted) throw new Error('a strategy that was just written is not there')
  return inserted
}

/** The order of the index of an agent's strategies. */
const NEWEST = [desc(inMilliseconds(strategies.createdAt)), desc(strategies.id)]

/** `id` may be any text. */
export async function findStrategy(db: Db, userId: number, id: string): Promise<StrategyRow | undefined> {
  if (!UUID.test(id)) return undefined
  const [row] = await db
    .select()
    .from(strategies)
    .where(and(eq(strategies.userId, userId), eq(strategies.id, id)))
  return row
}

/** Uses the index of agents, whatever the planner assumes of a user's rows: one user may have nearly all. */
export const ofAgent = (userId: number, agentId: number): SQL | undefined =>
  and(eq(strategies.agentId, agentId), sql`${strategies.userId} + 0 = ${userId}`)

/** Newest first: the last ones, and the live one, which may be an old one that was continued. */
export async function listByAgent(db: Db, userId: number, agentId: number): Promise<StrategyRow[]> {
  const mine = ofAgent(userId, agentId)
  const id = { id: strategies.id }
  const newest = db
    .select(id)
    .from(strategies)
    .where(mine)
    .orderBy(...NEWEST)
    .limit(AGENT_STRATEGIES)
  const live = db
    .select(id)
    .from(strategies)
    .where(and(mine, inArray(strategies.status, [...LIVE])))
  return db
    .select()
    .from(strategies)
    .where(sql`${strategies.id} in ((${newest}) union (${live}))`)
    .orderBy(...NEWEST)
}

export async function findLive(db: Db, userId: number, agentId: number): Promise<StrategyRow | undefined> {
  const [row] = await db
    .select()
    .from(strategies)
    .where(and(ofAgent(userId, agentId), inArray(strategies.status, [...LIVE])))
  return row
}

/** The part of a strategy that shows the state of its agent. */
export type StrategySummary = Pick<StrategyRow, 'id' | 'agentId' | 'status'> & {
  state: Pick<StrategyState, 'pending' | 'doubts'>
}

const summaryColumns = sql`s.id, s.agent_id::float8 as "agentId", s.status,
  json_build_object('pending', s.state->'pending', 'doubts', coalesce(s.state->'doubts', '[]'::jsonb)) as state`
const listed = (ids: number[]) =>
  sql`(select value::bigint as id from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`

/** The live strategy of each of these agents, or else the newest: the cost does not depend on how many it has run. */
export async function listSummaries(db: Db, userId: number, agentIds: number[]): Promise<StrategySummary[]> {
  const { rows } = (await db.execute(sql`
    select s.id, s."agentId", s.status, s.state from ${listed(agentIds)} as a cross join lateral (
      (select 1 as place, ${summaryColumns} from strategies s where s.agent_id = a.id and s.user_id + 0 = ${userId}
        and s.status in ('active', 'paused', 'stopping'))
      union all
      (select 2, ${summaryColumns} from strategies s where s.agent_id = a.id and s.user_id + 0 = ${userId}
        order by ${inMilliseconds(sql`s.created_at`)} desc, s.id desc limit 1)
      order by place limit 1) s`)) as { rows: StrategySummary[] }
  return rows
}

/** The agents of these strategies, and their plans' names of the token, by strategy id. */
export async function findTraders(
  db: Db,
  userId: number,
  ids: string[],
): Promise<Map<string, { agentId: number; mint: string; symbol: string | null }>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({
      id: strategies.id,
      agentId: strategies.agentId,
      mint: sql<string>`${strategies.plan} ->> 'token_address'`,
      symbol: sql<string | null>`${strategies.plan} ->> 'token_symbol'`,
    })
    .from(strategies)
    .where(and(eq(strategies.userId, userId), inArray(strategies.id, ids)))
  return new Map(rows.map(({ id, ...trader }) => [id, trader]))
}

/** Live strategies of a user, and those that ended after `since`; null: the live ones alone. */
export async function listOfPortfolio(db: Db, userId: number, since: Date | null): Promise<StrategyRow[]> {
  const live = await db
    .select()
    .from(strategies)
    .where(and(eq(strategies.userId, userId), sql`${strategies.status} in ('active', 'paused', 'stopping')`))
  if (since === null) return live
  const ended = await db
    .select()
    .from(strategies)
    .where(
      and(
        eq(strategies.userId, userId),
        sql`${strategies.endedAt} is not null and ${strategies.endedAt} > ${since.toISOString()}::timestamptz`,
        sql`${strategies.status} not in ('active', 'paused', 'stopping')`,
      ),
    )
  return [...live, ...ended]
}

/** The newest of an agent. */
export async function findNewest(db: Db, userId: number, agentId: number): Promise<StrategyRow | undefined> {
  const [row] = await db
    .select()
    .from(strategies)
    .where(ofAgent(userId, agentId))
    .orderBy(...NEWEST)
    .limit(1)
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

/** Live strategies of all users by status, by the index that holds only those. */
export async function countLive(db: Db): Promise<{ status: RowStatus; count: number }[]> {
  return db
    .select({ status: strategies.status, count: sql<number>`count(*)::int` })
    .from(strategies)
    .where(sql`${strategies.status} in ('active', 'paused', 'stopping')`)
    .groupBy(strategies.status)
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

/** Sets the status that the runner is to bring about. Undefined if it was in none of `from`. */
export async function requestStatus(
  db: Db,
  id: string,
  from: RowStatus[],
  to: Pick<StrategyRow, 'status'> & Partial<Pick<StrategyRow, 'closing'>>,
): Promise<StrategyRow | undefined> {
  const [row] = await db
    .update(strategies)
    .set(to)
    .where(and(eq(strategies.id, id), inArray(strategies.status, from)))
    .returning()
  return row
}

/**
 * Releases the sale that has been held back since then. Undefined if it no longer is. Its next step, made from an older
 * row, is refused, so that the process that runs it reads the release.
 */
export async function allowAnyPrice(
  db: Db,
  { id, run }: Pick<StrategyRow, 'id' | 'run'>,
  since: number,
): Promise<StrategyRow | undefined> {
  const [row] = await db
    .update(strategies)
    .set({ anyPriceSince: since, version: sql`${strategies.version} + 1` })
    .where(
      and(
        eq(strategies.id, id),
        eq(strategies.run, run),
        inArray(strategies.status, [...LIVE]),
        sql`(${strategies.state} #>> '{heldBack,since}')::numeric = ${since}`,
      ),
    )
    .returning()
  return row
}

/** The strategy whose present run this request started. */
export async function findByOrigin(db: Db, originKey: string): Promise<StrategyRow | undefined> {
  const [row] = await db.select().from(strategies).where(eq(strategies.originKey, originKey))
  return row
}
