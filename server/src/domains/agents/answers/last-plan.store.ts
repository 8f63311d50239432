import type { PlanFigures } from '@purser/contract/agents/shown-plans.ts'
import { and, desc, eq } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { shownPlans } from '../agents.tables.ts'

/** The figures of the plan that this agent showed last, or of the one that this strategy was started from. */
export async function findFigures(
  db: Db,
  agentId: number,
  strategyId: string | null,
): Promise<PlanFigures | null> {
  const [row] = await db
    .select({ figures: shownPlans.figures })
    .from(shownPlans)
    .where(
      and(
        eq(shownPlans.agentId, agentId),
        strategyId === null ? undefined : eq(shownPlans.strategyId, strategyId),
      ),
    )
    .orderBy(desc(shownPlans.id))
    .limit(1)
  return row?.figures ?? null
}
