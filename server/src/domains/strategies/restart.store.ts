/** Starts an ended strategy again. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import type { StrategyState } from './engine/types.ts'
import { ENDED, type Figures, type StrategyRow } from './rows.ts'
import { strategies } from './strategies.tables.ts'

/** Continues the run of an ended strategy. `endedAt` stays until its first step, which needs it. */
export async function continueRun(
  db: Db,
  { id, run, version }: Pick<StrategyRow, 'id' | 'run' | 'version'>,
  change: { owner: string; originKey: string },
): Promise<StrategyRow | undefined> {
  const [row] = await db
    .update(strategies)
    .set({
      ...change,
      status: 'active',
      closing: false,
      reason: null,
      version: sql`${strategies.version} + 1`,
    })
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
  marketQuote: 0n,
  rentLamports: 0n,
}

/** Starts the next run of an ended strategy, with figures of its own. */
export async function startRun(
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
      closing: false,
      reason: null,
      endedAt: null,
      run: sql`${strategies.run} + 1`,
      version: sql`${strategies.version} + 1`,
    })
    .where(and(eq(strategies.id, id), inArray(strategies.status, [...ENDED])))
    .returning()
  return row
}
