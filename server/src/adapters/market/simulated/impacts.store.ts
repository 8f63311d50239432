import { and, asc, between, eq, gt, lt } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { marketImpacts } from '../simulated.tables.ts'

export type ImpactRow = typeof marketImpacts.$inferInsert
export type Impact = Pick<typeof marketImpacts.$inferSelect, 'ppb' | 'at'>

/** Inserts the impacts of a swap, once for each operation. */
export async function saveImpacts(db: Db, rows: ImpactRow[]): Promise<void> {
  await db.insert(marketImpacts).values(rows).onConflictDoNothing()
}

export async function deleteImpactsOf(db: Db, operationId: string): Promise<void> {
  await db.delete(marketImpacts).where(eq(marketImpacts.operationId, operationId))
}

export async function impactsSince(
  db: Db,
  mint: string,
  since: Date,
): Promise<(Impact & { operationId: string })[]> {
  return db
    .select({ operationId: marketImpacts.operationId, ppb: marketImpacts.ppb, at: marketImpacts.at })
    .from(marketImpacts)
    .where(and(eq(marketImpacts.mint, mint), gt(marketImpacts.at, since)))
}

/** Oldest first. */
export async function impactsBetween(db: Db, mint: string, from: Date, to: Date): Promise<Impact[]> {
  return db
    .select({ ppb: marketImpacts.ppb, at: marketImpacts.at })
    .from(marketImpacts)
    .where(and(eq(marketImpacts.mint, mint), between(marketImpacts.at, from, to)))
    .orderBy(asc(marketImpacts.at))
}

export async function deleteImpactsBefore(db: Db, before: Date): Promise<void> {
  await db.delete(marketImpacts).where(lt(marketImpacts.at, before))
}
