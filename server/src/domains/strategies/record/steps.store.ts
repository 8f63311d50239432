/** The recorded steps of runs, from which a run can be replayed. */
import { DAY_MS } from '@purser/contract/time.ts'
import { and, asc, eq, gt, gte, lt, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { startRound } from '../../../db/portions.ts'
import { createTallies } from '../../../db/tallies.ts'
import type { OrderRow, StepRow, StrategyRow } from '../rows.ts'
import { sweepRunners } from '../runner/runner.store.ts'
import { strategies, strategyOrders, strategySteps } from '../strategies.tables.ts'

const ROWS_A_PAGE = 1_000
/** How long the steps of an ended run are kept. */
const RECORD_DAYS = 30
/** The steps kept of one run; a longer run is deleted as a whole, since replaying it would take too long. */
export const STEPS_KEPT = 250_000

/** Ended strategies whose steps one round deletes at most. */
const ENDED_A_ROUND = 500

/** Deletes steps of former runs, of runs that ended before a time and of runs with more than `most`. */
export function createStepsSweep(db: Db, most = STEPS_KEPT): (endedBefore: Date) => Promise<void> {
  const tallies = createTallies(db, {
    table: strategySteps,
    owner: strategySteps.strategyId,
    type: 'uuid',
    most,
    slack: 0,
  })
  /** No run that ended before this time has steps. */
  let sweptTo: Date | null = null
  return async (endedBefore) => {
    const round = startRound(db)
    const remove = (strategyId: string, run?: number) =>
      round.delete({
        from: strategySteps,
        where: and(
          eq(strategySteps.strategyId, strategyId),
          run === undefined ? undefined : lt(strategySteps.run, run),
        ),
        by: sql`${strategySteps.run}, ${strategySteps.id}`,
      })
    const { wrote, over } = await tallies.next()
    const former = await withFormerRuns(db, [...new Set([...wrote, ...over])])
    for (const { id, run } of former) await remove(id, run)
    // Strategies that had former runs are counted without them the next time.
    const alone = over.filter((id) => !former.some((one) => one.id === id))
    for (const id of alone) if (await remove(id)) tallies.removed(id)
    const ended = await endedWithSteps(db, sweptTo, endedBefore)
    let done = ended.length < ENDED_A_ROUND
    for (const id of ended) if (!(await remove(id))) done = false
    if (done) sweptTo = endedBefore
  }
}

/** Finds former runs: those of a strategy that has begun another since, with its first step. */
async function withFormerRuns(db: Db, ids: string[]): Promise<{ id: string; run: number }[]> {
  if (ids.length === 0) return []
  const { rows } = (await db.execute(sql`
    select s.id, s.run from unnest(${sql.param(ids)}::uuid[]) as i(id) join strategies s on s.id = i.id
    where s.run > 1
      and exists (select from strategy_steps t where t.strategy_id = s.id and t.run < s.run)`)) as {
    rows: { id: string; run: number }[]
  }
  return rows
}

async function endedWithSteps(db: Db, from: Date | null, before: Date): Promise<string[]> {
  const rows = await db
    .select({ id: strategies.id })
    .from(strategies)
    .where(
      and(
        lt(strategies.endedAt, before),
        from === null ? undefined : gte(strategies.endedAt, from),
        sql`exists (select from strategy_steps t where t.strategy_id = ${strategies.id})`,
      ),
    )
    .orderBy(asc(strategies.endedAt))
    .limit(ENDED_A_ROUND)
  return rows.map(({ id }) => id)
}

/** Deletes all of them at once. */
export const sweepSteps = (db: Db, endedBefore: Date, most?: number): Promise<void> =>
  createStepsSweep(db, most)(endedBefore)

export function createRecordsSweep(db: Db): (now: number) => Promise<void> {
  const steps = createStepsSweep(db)
  return async (now) => {
    await sweepRunners(db, new Date(now - DAY_MS))
    await steps(new Date(now - RECORD_DAYS * DAY_MS))
  }
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
