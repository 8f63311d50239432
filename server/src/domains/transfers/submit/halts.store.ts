/** Stops everything of a user: operations that can still be cancelled, and those in flight. */
import { and, asc, eq, notInArray, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { Fault } from '../../../kernel/fault.ts'
import { cancelPending } from '../records/transactions.store.ts'
import { OPEN, type OperationRow } from '../records/operations.store.ts'
import { operationHalts, operations } from '../transfers.tables.ts'

/** `waiting`: nothing of it was ever signed. */
export type OpenOperations = { waiting: OperationRow[]; underWay: OperationRow[] }
/** `trades`: trades that were ended; their strategies report them. */
export type CancelledOperations = OpenOperations & { trades: OperationRow[] }

/** Counts the halts, when a request begins; see `requireUnhalted`. */
export async function readHalts(db: Db, userId: number): Promise<number> {
  const [row] = await db.select().from(operationHalts).where(eq(operationHalts.userId, userId))
  return row?.count ?? 0
}

/** The lock of a user's halts. */
export const haltKey = (userId: number) => sql`hashtext(${`operation-halts:${userId}`})`

/**
 * Runs in the transaction that writes an operation, before any other lock: no halt happens until it ends. Throws
 * stopped_meanwhile if the user has stopped everything since the request began.
 */
export async function requireUnhalted(tx: Db, userId: number, halts: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${haltKey(userId)})`)
  if ((await readHalts(tx, userId)) !== halts) throw new Fault('stopped_meanwhile')
}

/** Runs in a transaction before any other lock: operations still being planned are refused once it is committed. */
async function halt(tx: Db, userId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${haltKey(userId)})`)
  await tx
    .insert(operationHalts)
    .values({ userId, count: 1 })
    .onConflictDoUpdate({ target: operationHalts.userId, set: { count: sql`${operationHalts.count} + 1` } })
}

/** `waiting`: nothing of it was ever signed. `except`: types that the caller handles otherwise. */
export async function listOpen(db: Db, userId: number, except: string[]): Promise<OpenOperations> {
  const rows = await db
    .select()
    .from(operations)
    .where(
      and(
        eq(operations.userId, userId),
        sql`${operations.status} in ${OPEN}`,
        notInArray(operations.type, except),
      ),
    )
    .orderBy(asc(operations.createdAt), asc(operations.id))
  return {
    waiting: rows.filter((row) => row.status === 'pending'),
    underWay: rows.filter((row) => row.status !== 'pending'),
  }
}

/**
 * Cancels trades of which nothing was signed, except those that end a strategy: the process that submitted one may be
 * dead by now.
 */
async function cancelTrades(db: Db, userId: number, reason: string): Promise<OperationRow[]> {
  const waiting = await db
    .select()
    .from(operations)
    .where(
      and(
        eq(operations.userId, userId),
        eq(operations.status, 'pending'),
        eq(operations.type, 'trade'),
        sql`${operations.request}->>'isExit' is distinct from 'true'`,
      ),
    )
    .orderBy(asc(operations.createdAt), asc(operations.id))
  const cancelled: OperationRow[] = []
  for (const row of waiting) if (await cancelPending(db, row.id, reason)) cancelled.push(row)
  return cancelled
}

/**
 * Runs first in a transaction of the caller: ends operations that wait, which frees their funds, and refuses those that
 * are still being planned. Those that were signed meanwhile are in flight. `trades`: trades that were ended; their
 * strategies report them.
 */
export async function cancelWaiting(
  db: Db,
  userId: number,
  { except, reason }: { except: string[]; reason: string },
): Promise<CancelledOperations> {
  await halt(db, userId)
  const trades = await cancelTrades(db, userId, reason)
  const open = await listOpen(db, userId, except)
  const cancelled: OperationRow[] = []
  const begun: OperationRow[] = []
  for (const row of open.waiting) ((await cancelPending(db, row.id, reason)) ? cancelled : begun).push(row)
  return { waiting: cancelled, underWay: [...begun, ...open.underWay], trades }
}
