import { eq } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { spendingLimits } from './accounts.tables.ts'

/** Lamports. */
export type SpendingLimitsRow = { perDay: bigint; perOrder: bigint }

export async function readLimits(db: Db, userId: number): Promise<SpendingLimitsRow | undefined> {
  const { perDay, perOrder } = spendingLimits
  const [row] = await db
    .select({ perDay, perOrder })
    .from(spendingLimits)
    .where(eq(spendingLimits.userId, userId))
  return row
}

export async function saveLimits(tx: Db, userId: number, limits: SpendingLimitsRow): Promise<void> {
  await tx
    .insert(spendingLimits)
    .values({ userId, ...limits })
    .onConflictDoUpdate({ target: spendingLimits.userId, set: limits })
}
