/** The recorded steps of runs, from which a run can be replayed. */
import { DAY_MS } from '@purser/contract/time.ts'
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import type { OrderRow, StepRow, StrategyRow } from '../rows.ts'
import { sweepRunners } from '../runner/runner.store.ts'
import { strategies, strategyOrders, strategySteps } from '../strategies.tables.ts'

const ROWS_A_PAGE = 1_000
/** How long the steps of an ended run are kept. */
const RECORD_DAYS = 30
/** Of one run; a longer one is deleted whole, as replaying it would take too long. */
export const STEPS_KEPT = 250_000

/** Deletes steps of former runs, of runs that ended before `endedBefore` and of runs with more than `most`. */
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

/** A consistent snapshot: the strategy, the steps of its present run and their orders. `cut`: more than `most` steps. */
export async function recorded(
  db: Db,
  of: { userId: number; id: string },
  most: number,
): Promise<Recorded | null> {
  return db.transaction(
    async (tx) => {
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
