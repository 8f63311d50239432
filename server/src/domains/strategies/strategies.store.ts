import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import type { Heartbeat } from '../../kernel/heartbeat.ts'
import { newsOf, type Reporter } from './news.ts'
import type { StrategyState } from './step.ts'
import { insertSteps, type NewStep } from './steps.store.ts'
import { strategies, strategyLogs, strategyOrders } from './strategies.tables.ts'
import { endingOf } from './trades.store.ts'

export type StrategyRow = typeof strategies.$inferSelect
export type OrderRow = typeof strategyOrders.$inferSelect
export type LogRow = typeof strategyLogs.$inferSelect
export type RowStatus = StrategyRow['status']
export const LIVE = ['active', 'paused', 'stopping'] as const
export const isLive = (status: string): boolean => (LIVE as readonly string[]).includes(status)

export type Figures = Pick<
  StrategyRow,
  'boughtBase' | 'soldBase' | 'spentQuote' | 'receivedQuote' | 'feesLamports'
>

/** Everything that one step changed, kept together or not at all. */
export type Save = {
  row: StrategyRow
  state: StrategyState
  status: RowStatus
  reason: string | null
  figures: Figures
  newOrders: OrderRow[]
  endedOrders: OrderRow[]
  lines: string[]
  steps: NewStep[]
}

export async function insertStrategy(db: Db, row: typeof strategies.$inferInsert): Promise<StrategyRow> {
  const [inserted] = await db.insert(strategies).values(row).returning()
  if (!inserted) throw new Error('a strategy that was just written is not there')
  return inserted
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Any text may be asked for; what cannot be an id is nobody's. */
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

/** Changes what is wanted of a strategy, from one of these states only. Nothing when it was in another. */
export async function want(
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

/** Live strategies that nobody alive runs, now owned by this process. */
export async function adopt(db: Db, heartbeat: Heartbeat): Promise<StrategyRow[]> {
  return db
    .update(strategies)
    .set({ owner: heartbeat.id, heldSince: null })
    .where(and(inArray(strategies.status, [...LIVE]), heartbeat.orphaned(sql`${strategies.owner}`)))
    .returning()
}

/** What is wanted of the strategies that this process runs. */
export async function wanted(db: Db, owner: string): Promise<Map<string, RowStatus>> {
  const rows = await db
    .select({ id: strategies.id, status: strategies.status })
    .from(strategies)
    .where(and(eq(strategies.owner, owner), inArray(strategies.status, [...LIVE])))
  return new Map(rows.map((r) => [r.id, r.status]))
}

export async function openOrders(db: Db, strategyId: string): Promise<OrderRow[]> {
  return db
    .select()
    .from(strategyOrders)
    .where(and(eq(strategyOrders.strategyId, strategyId), eq(strategyOrders.status, 'placed')))
}

export async function insertLogs(db: Db, rows: (typeof strategyLogs.$inferInsert)[]): Promise<LogRow[]> {
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

/** How many lines an agent's terminal keeps. */
const LINES_KEPT = 10_000

export async function sweepLogs(db: Db): Promise<void> {
  await db.execute(sql`
    delete from strategy_logs l using (
      select agent_id, max(id) as newest, count(*) as n from strategy_logs group by agent_id having count(*) > ${LINES_KEPT}
    ) a where l.agent_id = a.agent_id and l.id <= (
      select id from strategy_logs k where k.agent_id = a.agent_id order by id desc offset ${LINES_KEPT} limit 1)`)
}

type Written = { saved: Set<string>; logs: LogRow[]; tell: () => void }
type Keeping = { db: Db; owner: string; reporter: Reporter }

/**
 * Writes all steps in one transaction, states in one statement. A strategy that is not this process's any more, or of
 * which something else is wanted by now, is left as it is and missing from `saved`. One that has ended is everybody's.
 */
export async function saveAll({ db, owner, reporter }: Keeping, saves: Save[]): Promise<Written> {
  return db.transaction(async (transaction) => {
    const tx = transaction as unknown as Db
    const values = saves.map(({ row, state, status, reason, figures }) => ({
      id: row.id,
      run: row.run,
      version: row.version,
      expected: row.status,
      status,
      reason,
      state,
      bought: figures.boughtBase.toString(),
      sold: figures.soldBase.toString(),
      spent: figures.spentQuote.toString(),
      received: figures.receivedQuote.toString(),
      fees: figures.feesLamports.toString(),
    }))
    const result = await tx.execute(sql`
      update strategies s set
        state = v.state, version = s.version + 1, status = v.status, reason = v.reason,
        bought_base = v.bought, sold_base = v.sold, spent_quote = v.spent, received_quote = v.received, fees_lamports = v.fees,
        ended_at = case when v.status in ('active', 'paused', 'stopping') then null
          when v.status = s.status then s.ended_at else now() end,
        owner = case when v.status in ('active', 'paused', 'stopping') then s.owner else null end
      from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as v(
        id uuid, run int, version int, expected text, status text, reason text, state jsonb,
        bought numeric, sold numeric, spent numeric, received numeric, fees numeric)
      where s.id = v.id and s.run = v.run and s.version = v.version and s.status = v.expected
        and (s.owner = ${owner} or s.owner is null and s.status not in ('active', 'paused', 'stopping'))
      returning s.id`)
    const saved = new Set((result as { rows: { id: string }[] }).rows.map((r) => r.id))
    const kept = saves.filter((s) => saved.has(s.row.id))
    const fresh = kept.flatMap((s) => s.newOrders)
    // A statement takes 65,535 parameters at the most.
    for (let i = 0; i < fresh.length; i += 2_000)
      await tx.insert(strategyOrders).values(fresh.slice(i, i + 2_000))
    for (const order of kept.flatMap((s) => s.endedOrders))
      await tx
        .update(strategyOrders)
        .set(endingOf(order))
        .where(
          and(
            eq(strategyOrders.strategyId, order.strategyId),
            eq(strategyOrders.run, order.run),
            eq(strategyOrders.seq, order.seq),
            eq(strategyOrders.walletAddress, order.walletAddress),
          ),
        )
    await insertSteps(tx, kept)
    const logs = await insertLogs(
      tx,
      kept.flatMap(({ row, lines }) =>
        lines.map((message) => ({
          userId: row.userId,
          agentId: row.agentId,
          agentExternalId: row.agentExternalId,
          strategyId: row.id,
          message,
        })),
      ),
    )
    const news = kept.flatMap(newsOf)
    const tell = news.length > 0 ? await reporter.report(tx, news) : () => undefined
    return { saved, logs, tell }
  })
}

export async function ordersOf(db: Db, strategyId: string): Promise<OrderRow[]> {
  return db
    .select()
    .from(strategyOrders)
    .where(eq(strategyOrders.strategyId, strategyId))
    .orderBy(asc(strategyOrders.run), asc(strategyOrders.seq))
}

/** A live strategy that names this process as its owner. */
export async function findOwned(db: Db, owner: string, id: string): Promise<StrategyRow | undefined> {
  const [row] = await db
    .select()
    .from(strategies)
    .where(and(eq(strategies.id, id), eq(strategies.owner, owner), inArray(strategies.status, [...LIVE])))
  return row
}

/** What a request has started before, by whichever run it is now. */
export async function findByOrigin(db: Db, originKey: string): Promise<StrategyRow | undefined> {
  const [row] = await db.select().from(strategies).where(eq(strategies.originKey, originKey))
  return row
}
