/** An ended strategy that is started again. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import type { StrategyState } from './step.ts'
import type { Figures, StrategyRow } from './strategies.store.ts'
import { strategies } from './strategies.tables.ts'

const ENDED = ['stopped', 'completed', 'failed'] as const

/** Lets an ended strategy go on with its run. When it ended stays until its first step: that tells how long it stood still. */
export async function goOn(
  db: Db,
  { id, run, version }: Pick<StrategyRow, 'id' | 'run' | 'version'>,
  change: { owner: string; originKey: string },
): Promise<StrategyRow | undefined> {
  const [row] = await db
    .update(strategies)
    .set({ ...change, status: 'active', reason: null, version: sql`${strategies.version} + 1` })
    .where(
      and(
        eq(strategies.id, id),
        eq(strategies.run, run),
        eq(strategies.version, version),
        inArray(strategies.status, [...ENDED]),
      ),
    )
    .returning()
  return row
}

const NO_FIGURES: Figures = {
  boughtBase: 0n,
  soldBase: 0n,
  spentQuote: 0n,
  receivedQuote: 0n,
  feesLamports: 0n,
}

/** Begins an ended strategy anew, as its next run with books of its own. */
export async function restart(
  db: Db,
  id: string,
  change: { state: StrategyState; base: Record<string, string> | null; owner: string; originKey: string },
): Promise<StrategyRow | undefined> {
  const [row] = await db
    .update(strategies)
    .set({
      ...change,
      ...NO_FIGURES,
      status: 'active',
      reason: null,
      endedAt: null,
      run: sql`${strategies.run} + 1`,
      version: sql`${strategies.version} + 1`,
    })
    .where(and(eq(strategies.id, id), inArray(strategies.status, [...ENDED])))
    .returning()
  return row
}
