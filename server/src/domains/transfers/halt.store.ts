/** What of a user's operations can still be kept from beginning, and what is on its way. */
import { and, asc, eq, notInArray } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { cancelPending, FINAL, type OperationRow } from './transfers.store.ts'
import { operations } from './transfers.tables.ts'

export type OpenOperations = { waiting: OperationRow[]; underWay: OperationRow[] }

/** `waiting`: nothing of it was ever signed. `except`: types that somebody else sees to. */
export async function listOpen(db: Db, userId: number, except: string[]): Promise<OpenOperations> {
  const rows = await db
    .select()
    .from(operations)
    .where(
      and(
        eq(operations.userId, userId),
        notInArray(operations.status, [...FINAL]),
        notInArray(operations.type, except),
      ),
    )
    .orderBy(asc(operations.createdAt), asc(operations.id))
  return {
    waiting: rows.filter((row) => row.status === 'pending'),
    underWay: rows.filter((row) => row.status !== 'pending'),
  }
}

/** In a transaction of the caller: ends those that wait, their funds free again. What was signed meanwhile is under way. */
export async function cancelWaiting(
  db: Db,
  userId: number,
  { except, reason }: { except: string[]; reason: string },
): Promise<OpenOperations> {
  const open = await listOpen(db, userId, except)
  const cancelled: OperationRow[] = []
  const begun: OperationRow[] = []
  for (const row of open.waiting) ((await cancelPending(db, row.id, reason)) ? cancelled : begun).push(row)
  return { waiting: cancelled, underWay: [...begun, ...open.underWay] }
}
