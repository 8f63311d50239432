/** Finds operations, and writes them with their transfers and reservations. */
import type { LineRefusal } from '@purser/contract/transfers/line-refusals.ts'
import { eq, or, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { JSON_ROWS } from '../../../db/portions.ts'
import { toChunks } from '../../../kernel/chunks.ts'
import { operations } from '../transfers.tables.ts'
import { insertReservations, type Reservation } from './reservations.store.ts'
import { insertMoves } from './transfers.store.ts'

export type OperationRow = typeof operations.$inferSelect
/** The fields with which a run of an operation begins. */
export type OwnedOperation = Omit<OperationRow, 'createdAt' | 'updatedAt' | 'finalizedAt'>
export type OperationStatus = OperationRow['status']

export const FINAL = ['completed', 'partial', 'failed'] as const
/** Spelled out as text: only then does the database see that an index of open operations holds all of them. */
export const OPEN = sql`('pending', 'running', 'resolving')`
export const ALL: OperationStatus[] = [...operations.status.enumValues]
export const isFinal = (status: string): boolean => (FINAL as readonly string[]).includes(status)

export async function findByOrigin(db: Db, originKey: string): Promise<OperationRow | undefined> {
  const [row] = await db.select().from(operations).where(eq(operations.originKey, originKey))
  return row
}

export async function findOperation(db: Db, id: string): Promise<OperationRow | undefined> {
  const [row] = await db.select().from(operations).where(eq(operations.id, id))
  return row
}

/** Finds it by its origin, or by its id if another database gave the user another id. */
export async function findRequested(
  db: Db,
  { originKey, id }: { originKey: string; id: string },
): Promise<OperationRow | undefined> {
  const rows = await db
    .select()
    .from(operations)
    .where(or(eq(operations.originKey, originKey), eq(operations.id, id)))
  return rows.find((row) => row.originKey === originKey) ?? rows[0]
}

export type Movement = {
  walletId: number | null
  walletName: string
  source: string
  destination: string
  mint: string
  amount: bigint
  /** Why this movement cannot happen, if that is known beforehand. The others go on. */
  error?: string | null
  /** The code of this error. */
  refusal?: LineRefusal | null
}

/**
 * Runs in a transaction of the caller. Each portion of movements and spends is one parameter: there may be 10,000 of
 * them, and most operations take one statement.
 */
export async function insertOperation(
  tx: Db,
  operation: Pick<OwnedOperation, 'id' | 'userId' | 'type' | 'originKey' | 'request' | 'owner'>,
  movements: Movement[],
  spends: Reservation[],
): Promise<OwnedOperation> {
  const { id, userId, type, originKey, owner } = operation
  const rows = movements.map((m, p) => [
    p,
    m.walletId,
    m.walletName,
    m.source,
    m.destination,
    m.mint,
    m.amount.toString(),
    m.error ?? null,
    m.refusal ?? null,
  ])
  const [firstRows = [], ...moreRows] = toChunks(rows, JSON_ROWS)
  const [firstSpends = [], ...moreSpends] = toChunks(spends, JSON_ROWS)
  const { rows: inserted } = (await tx.execute(sql`
    with inserted as (
      insert into operations (id, user_id, type, origin_key, request, status, owner)
      values (${id}::uuid, ${userId}, ${type}, ${originKey}, ${JSON.stringify(operation.request)}::jsonb, 'pending',
        ${owner})
      returning id, request
    ), moved as (${insertMoves(sql`select id from inserted`, firstRows)}),
    held as (${insertReservations(sql`select id from inserted`, firstSpends)})
    select request from inserted`)) as { rows: { request: unknown }[] }
  const [row] = inserted
  if (!row) throw new Error('an insert returns its row')
  const own = sql`select ${id}::uuid as id`
  for (const some of moreRows) await tx.execute(insertMoves(own, some))
  for (const some of moreSpends) await tx.execute(insertReservations(own, some))
  return { ...operation, request: row.request, status: 'pending', result: null, error: null }
}

/** Writes an operation that is cancelled before it exists. False if there is one of this origin. */
export async function insertEnded(db: Db, operation: typeof operations.$inferInsert): Promise<boolean> {
  const rows = await db
    .insert(operations)
    .values(operation)
    .onConflictDoNothing()
    .returning({ id: operations.id })
  return rows.length > 0
}
