/**
 * Signed transactions and the operation that they belong to: all that the engine writes of them, for single and bulk
 * operations alike. One statement for all rows that change, however many they are.
 */
import { and, asc, eq, inArray, notInArray, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { FINAL } from './transfers.store.ts'
import { operations, reservations, transactions, transfers } from './transfers.tables.ts'

export type TransactionRow = typeof transactions.$inferSelect
export type SignedRow = typeof transactions.$inferInsert
export type NewAmount = { position: number; amount: bigint }

/** Of what this run may still write. */
const ownedBy = (operationId: string, owner: string) =>
  and(eq(operations.id, operationId), eq(operations.owner, owner), notInArray(operations.status, [...FINAL]))

/** Locks the operation until the transaction ends. False when this run does not own it any more. */
export async function touch(
  db: Db,
  operationId: string,
  owner: string,
  status?: 'running' | 'resolving',
): Promise<boolean> {
  const owned = await db
    .update(operations)
    .set({ ...(status ? { status } : {}), updatedAt: sql`now()` })
    .where(ownedBy(operationId, owner))
    .returning({ id: operations.id })
  return owned.length > 0
}

export const listTransactions = (db: Db, operationId: string): Promise<TransactionRow[]> =>
  db
    .select()
    .from(transactions)
    .where(eq(transactions.operationId, operationId))
    .orderBy(asc(transactions.attempt))

/** Transactions that can never land, as far as is known. */
export const listDead = (db: Db, operationId: string): Promise<TransactionRow[]> =>
  db
    .select()
    .from(transactions)
    .where(and(eq(transactions.operationId, operationId), inArray(transactions.state, ['dead', 'released'])))

async function setAmounts(db: Db, operationId: string, amounts: NewAmount[]): Promise<void> {
  if (amounts.length === 0) return
  const list = amounts.map(({ position, amount }) => ({ p: position, a: amount.toString() }))
  await db.execute(sql`
    update transfers t set amount = v.a
    from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as v(p int, a numeric)
    where t.operation_id = ${operationId}::uuid and t.position = v.p`)
}

/**
 * The signed transactions with their bytes, and the amounts as built: from the commit on they count as sent. Transfers
 * of one that holds the whole operation are shown as sent at once. In a transaction of the caller; false, and nothing
 * written, when this run does not own the operation any more.
 */
export async function insertSigned(
  db: Db,
  operationId: string,
  owner: string,
  rows: SignedRow[],
  amounts: NewAmount[],
): Promise<boolean> {
  if (!(await touch(db, operationId, owner, 'running'))) return false
  await db.insert(transactions).values(rows)
  for (const { signature } of rows.filter(({ positions }) => positions === null))
    await db
      .update(transfers)
      .set({ status: 'sent', signature })
      .where(eq(transfers.operationId, operationId))
  await setAmounts(db, operationId, amounts)
  return true
}

/** The outcome of a signed transaction, and with it of its transfers ('pending': to be sent again). */
export type Settled = {
  signature: string
  state: 'confirmed' | 'failed' | 'dead'
  finalized: boolean
  slot: bigint | null
  /** null: as known when it was signed. */
  fee: bigint | null
  error: string | null
  transfers: 'confirmed' | 'pending' | 'failed'
  /** The transfers that it holds and that no newer transaction holds; empty where they end with the operation. */
  positions: number[]
}

/** In a transaction of the caller. False, and nothing written, when this run does not own the operation any more. */
export async function settle(
  db: Db,
  operationId: string,
  owner: string,
  settled: Settled[],
): Promise<boolean> {
  if (!(await touch(db, operationId, owner))) return false
  await writeSettled(db, operationId, settled)
  return true
}

/** The same for a caller whose transaction holds the operation already. */
export async function writeSettled(db: Db, operationId: string, settled: Settled[]): Promise<void> {
  const list = settled.map((s) => ({
    s: s.signature,
    state: s.state,
    slot: s.slot?.toString() ?? null,
    fee: s.fee?.toString() ?? null,
    error: s.error,
    f: s.finalized,
    t: s.transfers,
    e: s.transfers === 'failed' ? s.error : null,
    p: s.positions,
  }))
  const values = sql`jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as v(s text, state text, slot numeric, fee numeric, error text, f boolean, t text, e text, p int[])`
  await db.execute(sql`
    update transactions x set state = v.state, slot = v.slot, fee = coalesce(v.fee, x.fee), error = v.error,
      finalized = v.f, ended_at = now()
    from ${values} where x.signature = v.s`)
  if (settled.every(({ positions }) => positions.length === 0)) return
  // Transfers of a late landing are pending again by then.
  await db.execute(sql`
    update transfers t set status = v.t, error = v.e, signature = v.s
    from (select s, t, e, unnest(p) as p from ${values}) v
    where t.operation_id = ${operationId}::uuid and t.position = v.p and t.status in ('sent', 'resolving', 'pending')`)
}

/** To resolving and back, in a transaction of the caller. False when this run does not own the operation any more. */
export async function setResolving(
  db: Db,
  operationId: string,
  owner: string,
  resolving: boolean,
): Promise<boolean> {
  const [from, to] = resolving ? (['sent', 'resolving'] as const) : (['resolving', 'sent'] as const)
  if (!(await touch(db, operationId, owner, resolving ? 'resolving' : 'running'))) return false
  await db
    .update(transfers)
    .set({ status: to })
    .where(and(eq(transfers.operationId, operationId), eq(transfers.status, from)))
  return true
}

export type Ending = {
  status: 'completed' | 'partial' | 'failed'
  error: string | null
  result: unknown
  /** Where the last transaction landed; null: none did, so the funds are free for any balance. */
  slot: bigint | null
  /** undefined: whoever owns it. */
  onlyIfOwnedBy?: string
  /** All transfers end as the operation does; absent where each has ended by itself. */
  transfers?: {
    /** Of the transaction that ended them. */
    signature?: string
    amounts: NewAmount[]
  }
}

/**
 * Ends the operation and frees its funds, in a transaction of the caller. False, and nothing written, when it has ended
 * or has another owner.
 */
export async function finish(db: Db, operationId: string, ending: Ending): Promise<boolean> {
  const { status, error, result, slot, onlyIfOwnedBy } = ending
  const ended = await db
    .update(operations)
    .set({ status, error, result, owner: null, updatedAt: sql`now()` })
    .where(
      onlyIfOwnedBy === undefined
        ? and(eq(operations.id, operationId), notInArray(operations.status, [...FINAL]))
        : ownedBy(operationId, onlyIfOwnedBy),
    )
    .returning({ id: operations.id })
  if (ended.length === 0) return false
  if (ending.transfers) {
    const { signature, amounts } = ending.transfers
    const outcome =
      status === 'completed'
        ? ({ status: 'confirmed', error: null } as const)
        : ({ status: 'failed', error } as const)
    await db
      .update(transfers)
      .set({ ...outcome, ...(signature === undefined ? {} : { signature }) })
      .where(eq(transfers.operationId, operationId))
    await setAmounts(db, operationId, amounts)
  }
  const mine = eq(reservations.operationId, operationId)
  if (slot === null) await db.delete(reservations).where(mine)
  else await db.update(reservations).set({ releasedAtSlot: slot }).where(mine)
  return true
}

/** Ends an operation of which nothing was ever signed. False when something was, or it has ended. */
export async function cancelPending(db: Db, id: string, error: string): Promise<boolean> {
  const [row] = await db.select().from(operations).where(eq(operations.id, id)).for('update')
  if (!row || row.status !== 'pending') return false
  return finish(db, id, { status: 'failed', error, result: null, slot: null, transfers: { amounts: [] } })
}
