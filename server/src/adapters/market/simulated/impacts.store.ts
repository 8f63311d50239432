import { and, asc, between, eq, gt, lt, lte, or } from 'drizzle-orm'
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

/** Of these times: after the first, up to the second. */
export async function impactsWithin(
  db: Db,
  mint: string,
  after: Date,
  until: Date,
): Promise<(Impact & { operationId: string })[]> {
  return db
    .select({ operationId: marketImpacts.operationId, ppb: marketImpacts.ppb, at: marketImpacts.at })
    .from(marketImpacts)
    .where(and(eq(marketImpacts.mint, mint), gt(marketImpacts.at, after), lte(marketImpacts.at, until)))
}

/** Oldest first. */
export async function impactsBetween(db: Db, mint: string, from: Date, to: Date): Promise<Impact[]> {
  return db
    .select({ ppb: marketImpacts.ppb, at: marketImpacts.at })
    .from(marketImpacts)
    .where(and(eq(marketImpacts.mint, mint), between(marketImpacts.at, from, to)))
    .orderBy(asc(marketImpacts.at))
}

export async function deleteImpactsAfter(db: Db, after: Date): Promise<void> {
  await db.delete(marketImpacts).where(gt(marketImpacts.at, after))
}

/** Those before `before`, and those of a market that ran ahead: after `real`, and before `faded`. */
export async function sweepImpacts(
  db: Db,
  { before, real, faded }: { before: Date; real: Date; faded: Date },
): Promise<void> {
  await db
    .delete(marketImpacts)
    .where(or(lt(marketImpacts.at, before), and(gt(marketImpacts.at, real), lt(marketImpacts.at, faded))))
}
