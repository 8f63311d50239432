import type { Preview } from '@purser/contract/strategies/preview.ts'
import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { agents, shownPlans } from '../agents.tables.ts'
import { isParse } from '../agents.store.ts'

export type ShownRow = typeof shownPlans.$inferSelect
export type NewShown = Omit<typeof shownPlans.$inferInsert, 'id' | 'agentId' | 'createdAt'>

type Remembered = { parse: number; unsaid: string[]; shown: NewShown; kept: number }

/**
 * The plan as the one shown last, with its row; undefined where a newer instruction was given: nothing is written then. One
 * that is not feasible is shown and can be changed, but not started. Of older rows the newest `kept` stay.
 */
export async function rememberPlan(
  db: Db,
  agentId: number,
  { parse, unsaid, shown, kept }: Remembered,
): Promise<ShownRow | undefined> {
  const { plan, hash = null, feasible } = shown
  return db.transaction(async (tx) => {
    const rows = await tx
      .update(agents)
      .set({
        shownPlan: plan,
        unsaid,
        lastPlanHash: hash,
        pending: null,
        asked: null,
        ...(feasible ? { shownPlanHash: hash } : {}),
      })
      .where(isParse(agentId, parse))
      .returning({ id: agents.id })
    if (rows.length === 0) return undefined
    const [row] = await tx
      .insert(shownPlans)
      .values({ ...shown, agentId })
      .returning()
    const oldest = tx
      .select({ id: shownPlans.id })
      .from(shownPlans)
      .where(eq(shownPlans.agentId, agentId))
      .orderBy(desc(shownPlans.id))
      .offset(kept - 1)
      .limit(1)
    await tx
      .delete(shownPlans)
      .where(and(eq(shownPlans.agentId, agentId), lt(shownPlans.id, sql`(${oldest})`)))
    return row
  })
}

export async function rememberPreview(db: Db, id: number, preview: Preview): Promise<void> {
  await db.update(shownPlans).set({ preview }).where(eq(shownPlans.id, id))
}

/** Newest first. */
export async function listShown(db: Db, agentId: number): Promise<ShownRow[]> {
  return db.select().from(shownPlans).where(eq(shownPlans.agentId, agentId)).orderBy(desc(shownPlans.id))
}

export type ShownHead = Pick<ShownRow, 'id' | 'feasible' | 'executedAt' | 'strategyId'>
/** The outcome of each plan, without what was shown; newest first. */
export async function listShownHeads(db: Db, agentId: number): Promise<ShownHead[]> {
  const { id, feasible, executedAt, strategyId } = shownPlans
  return db
    .select({ id, feasible, executedAt, strategyId })
    .from(shownPlans)
    .where(eq(shownPlans.agentId, agentId))
    .orderBy(desc(shownPlans.id))
}

export async function hasShown(db: Db, agentId: number, id: number): Promise<boolean> {
  const rows = await db
    .select({ id: shownPlans.id })
    .from(shownPlans)
    .where(and(eq(shownPlans.agentId, agentId), eq(shownPlans.id, id)))
  return rows.length > 0
}

/** The plan that was shown last, with this hash. */
export async function findLast(
  db: Db,
  agentId: number,
  plan: { hash: string },
): Promise<ShownRow | undefined> {
  const [row] = await db
    .select()
    .from(shownPlans)
    .where(eq(shownPlans.agentId, agentId))
    .orderBy(desc(shownPlans.id))
    .limit(1)
  return row?.hash === plan.hash ? row : undefined
}

type Execution = { hash: string; strategyId: string; at: Date }

/** True when this plan was shown and not started yet; from the commit on it is executed, and offered no more. */
export async function takeShown(
  db: Db,
  agentId: number,
  { hash, strategyId, at }: Execution,
): Promise<boolean> {
  const rows = await db
    .update(agents)
    .set({ shownPlanHash: null })
    .where(and(eq(agents.id, agentId), eq(agents.shownPlanHash, hash)))
    .returning({ id: agents.id })
  if (rows.length === 0) return false
  const newest = db
    .select({ id: shownPlans.id })
    .from(shownPlans)
    // The same plan may have been shown as not feasible since: that one was never offered.
    .where(and(eq(shownPlans.agentId, agentId), eq(shownPlans.hash, hash), eq(shownPlans.feasible, true)))
    .orderBy(desc(shownPlans.id))
    .limit(1)
  await db
    .update(shownPlans)
    .set({ strategyId, executedAt: at })
    .where(and(eq(shownPlans.id, sql`(${newest})`), isNull(shownPlans.executedAt)))
  return true
}
