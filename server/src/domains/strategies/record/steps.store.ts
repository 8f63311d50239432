/** What is kept of a run so that it can be replayed: its steps, and when the processes that ran it were alive. */
import { and, asc, eq, gt, inArray, isNotNull, lt, notInArray, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import type { Heartbeat } from '../../kernel/heartbeat.ts'
import { adopt, LIVE, type OrderRow, type Save, type StrategyRow } from './strategies.store.ts'
import { strategies, strategyOrders, strategyRunners, strategySteps } from './strategies.tables.ts'

export type StepRow = typeof strategySteps.$inferSelect
export type NewStep = Pick<StepRow, 'event' | 'at' | 'gapMs' | 'heldSince'>

/** A statement takes 65,535 parameters at the most. */
const ROWS_AT_ONCE = 5_000
const ROWS_A_PAGE = 1_000
const DAY_MS = 86_400_000
/** After its end a run can be held against its replay for so long. */
const RECORD_DAYS = 30
/** Of one run. Of a longer one nothing is kept: to go through it would take too long, and it would never end growing. */
export const STEPS_KEPT = 250_000

/** In the transaction that keeps what the steps changed. */
export async function insertSteps(tx: Db, saves: Save[]): Promise<void> {
  const rows = saves.flatMap(({ row, steps }) =>
    steps.map((step) => ({ ...step, strategyId: row.id, run: row.run })),
  )
  for (let i = 0; i < rows.length; i += ROWS_AT_ONCE)
    await tx.insert(strategySteps).values(rows.slice(i, i + ROWS_AT_ONCE))
}

/** A sign of life of the process that runs strategies. */
export async function beat(db: Db, owner: string, seenAt: Date): Promise<void> {
  await db
    .insert(strategyRunners)
    .values({ owner, seenAt })
    .onConflictDoUpdate({ target: strategyRunners.owner, set: { seenAt } })
}

/** What a process that ends leaves of each strategy that it still has. */
export async function leave(db: Db, owner: string, left: { id: string; heldSince: Date }[]): Promise<void> {
  for (const { id, heldSince } of left)
    await db
      .update(strategies)
      .set({ heldSince })
      .where(and(eq(strategies.id, id), eq(strategies.owner, owner)))
}

/** Takes up what is orphaned; with each when the process that had it was last alive, null where nobody had it. */
export async function takeUp(
  db: Db,
  heartbeat: Heartbeat,
): Promise<{ row: StrategyRow; heldSince: Date | null }[]> {
  const former = await db
    .select({ id: strategies.id, heldSince: strategies.heldSince, seenAt: strategyRunners.seenAt })
    .from(strategies)
    .leftJoin(strategyRunners, eq(strategyRunners.owner, strategies.owner))
    .where(and(inArray(strategies.status, [...LIVE]), heartbeat.orphaned(sql`${strategies.owner}`)))
  const seen = new Map(former.map(({ id, heldSince, seenAt }) => [id, heldSince ?? seenAt]))
  return (await adopt(db, heartbeat)).map((row) => ({ row, heldSince: seen.get(row.id) ?? null }))
}

/** Forgets processes that nothing names any more. */
export async function sweepRunners(db: Db, before: Date): Promise<void> {
  const named = db
    .select({ owner: sql<string>`${strategies.owner}` })
    .from(strategies)
    .where(isNotNull(strategies.owner))
  await db
    .delete(strategyRunners)
    .where(and(lt(strategyRunners.seenAt, before), notInArray(strategyRunners.owner, named)))
}

/** Forgets steps of runs that are not reported any more: former ones, those that ended before then, and too long ones. */
export async function sweepSteps(db: Db, endedBefore: Date, most = STEPS_KEPT): Promise<void> {
  await db.execute(sql`
    delete from strategy_steps s using strategies r
    where s.strategy_id = r.id and (s.run <> r.run or r.ended_at < ${endedBefore.toISOString()}::timestamptz)`)
  await db.execute(sql`
    delete from strategy_steps where strategy_id in (
      select strategy_id from strategy_steps group by strategy_id having count(*) > ${most})`)
}

export async function sweepRecords(db: Db, now: number): Promise<void> {
  await sweepRunners(db, new Date(now - DAY_MS))
  await sweepSteps(db, new Date(now - RECORD_DAYS * DAY_MS))
}

export type Recorded = { row: StrategyRow; steps: StepRow[]; orders: OrderRow[]; cut: boolean }

/** One moment of a strategy: its state, the steps of its present run and their orders. */
export async function recorded(
  db: Db,
  of: { userId: number; id: string },
  most: number,
): Promise<Recorded | null> {
  return db.transaction(
    async (transaction) => {
      const tx = transaction as unknown as Db
      const [row] = await tx
        .select()
        .from(strategies)
        .where(and(eq(strategies.userId, of.userId), eq(strategies.id, of.id)))
      if (!row) return null
      const steps: StepRow[] = []
      for (let page: StepRow[] | null = null; page === null || page.length === ROWS_A_PAGE; ) {
        page = await tx
          .select()
          .from(strategySteps)
          .where(
            and(
              eq(strategySteps.strategyId, row.id),
              eq(strategySteps.run, row.run),
              gt(strategySteps.id, steps.at(-1)?.id ?? 0),
            ),
          )
          .orderBy(asc(strategySteps.id))
          .limit(ROWS_A_PAGE)
        for (const step of page) steps.push(step)
        if (steps.length > most) return { row, steps, orders: [], cut: true }
      }
      const orders = await tx
        .select()
        .from(strategyOrders)
        .where(and(eq(strategyOrders.strategyId, row.id), eq(strategyOrders.run, row.run)))
        .orderBy(asc(strategyOrders.seq))
      return { row, steps, orders, cut: false }
    },
    { isolationLevel: 'repeatable read' },
  )
}
