/**
 * Signed transactions and their operation: all that the engine writes of them, for single and bulk operations alike.
 * One statement for all rows that change, however many they are.
 */
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { amountOrNew, type NewAmount } from './amounts.store.ts'
import { OPEN } from './operations.store.ts'
import { operations, transactions, transfers } from '../transfers.tables.ts'

export type TransactionRow = typeof transactions.$inferSelect

/** Selects the operation if this run may still write to it. */
const whereOwned = (operationId: string, owner: string) =>
  and(eq(operations.id, operationId), eq(operations.owner, owner), sql`${operations.status} in ${OPEN}`)

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
    .where(whereOwned(operationId, owner))
    .returning({ id: operations.id })
  return owned.length > 0
}

export const listTransactions = (db: Db, operationId: string): Promise<TransactionRow[]> =>
  db
    .select()
    .from(transactions)
    .where(eq(transactions.operationId, operationId))
    .orderBy(asc(transactions.attempt))

/** Lists transactions that can never land, as far as is known. */
export const listDead = (db: Db, operationId: string): Promise<TransactionRow[]> =>
  db
    .select()
    .from(transactions)
    .where(and(eq(transactions.operationId, operationId), inArray(transactions.state, ['dead', 'released'])))

/** The outcome of a signed transaction, and of its transfers ('pending': to be sent again). */
export type TransactionOutcome = {
  signature: string
  state: 'confirmed' | 'failed' | 'dead'
  finalized: boolean
  slot: bigint | null
  /** null: the fee known at signing. */
  fee: bigint | null
  error: string | null
  transfers: 'confirmed' | 'pending' | 'failed'
  /** The transfers that it holds and that no newer transaction holds; empty if they end with the operation. */
  positions: number[]
}

/**
 * Runs in a transaction of the caller. False if this run does not own the operation any more: nothing is written then.
 */
export async function settle(
  db: Db,
  operationId: string,
  owner: string,
  settled: TransactionOutcome[],
): Promise<boolean> {
  if (!(await touch(db, operationId, owner))) return false
  await writeSettled(db, operationId, settled)
  return true
}

async function writeSettled(db: Db, operationId: string, settled: TransactionOutcome[]): Promise<void> {
  const values = toValues(settled)
  await db.execute(sql`update transactions x set ${stateIn} from ${values} where x.signature = v.s`)
  if (settled.every(({ positions }) => positions.length === 0)) return
  // Transfers of a late landing are pending again by then.
  await db.execute(sql`
    update transfers t set status = v.t, error = v.e, signature = v.s
    from (select s, t, e, unnest(p) as p from ${values}) v
    where t.operation_id = ${operationId}::uuid and t.position = v.p and t.status in ('sent', 'resolving', 'pending')`)
}

/** Sets the outcome of a transaction `x` by the values `v`. */
const stateIn = sql`state = v.state, slot = v.slot, fee = coalesce(v.fee, x.fee), error = v.error,
  finalized = v.f, ended_at = now()`

function toValues(settled: TransactionOutcome[]): SQL {
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
  return sql`jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as v(s text, state text, slot numeric, fee numeric, error text, f boolean, t text, e text, p int[])`
}

/**
 * Sets it to resolving or back, in a transaction of the caller. False if this run does not own the operation any more.
 */
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
  /** The slot in which the last transaction landed; null: none did, so the funds are free for any balance. */
  slot: bigint | null
  /** undefined: any owner. */
  onlyIfOwnedBy?: string
  /** All transfers end like the operation; absent if each has ended by itself. */
  transfers?: {
    /** The transaction that ended them. */
    signature?: string
    amounts: NewAmount[]
  }
  /** Outcomes of transactions whose transfers end with the operation. */
  settled?: TransactionOutcome[]
}

/** The stored end of an operation. */
export type WrittenEnd = { result: unknown }

/**
 * Ends the operation and frees its funds, in one statement: all of it or nothing. null if it has ended or has another
 * owner: nothing is written then.
 */
export async function finish(db: Db, operationId: string, ending: Ending): Promise<WrittenEnd | null> {
  const { status, error, result, slot, onlyIfOwnedBy, transfers: moved, settled = [] } = ending
  const mine = onlyIfOwnedBy === undefined ? sql`true` : sql`owner = ${onlyIfOwnedBy}`
  const shown = moved?.signature === undefined ? sql`` : sql`, signature = ${moved.signature}`
  const [outcome, why] = status === 'completed' ? ['confirmed', null] : ['failed', error]
  // Every part depends on the row of `ended`, which is locked first.
  const { rows } = (await db.execute(sql`
    with ended as (
      update operations set status = ${status}, result = ${result == null ? null : JSON.stringify(result)}::jsonb,
        error = ${error}, owner = null, updated_at = now()
      where id = ${operationId}::uuid and status in ${OPEN} and ${mine}
      returning id, result
    )${
      moved === undefined
        ? sql``
        : sql`, moved as (
      update transfers t set status = ${outcome}, error = ${why}${shown}, amount = ${amountOrNew(moved.amounts)}
      from ended e where t.operation_id = e.id
    )`
    }${
      settled.length === 0
        ? sql``
        : sql`, settled as (
      update transactions x set ${stateIn} from ended e, ${toValues(settled)}
      where x.operation_id = e.id and x.signature = v.s
    )`
    }, freed as (${
      slot === null
        ? sql`delete from reservations r using ended e where r.operation_id = e.id`
        : sql`update reservations r set released_at_slot = ${slot.toString()}::numeric
            from ended e where r.operation_id = e.id`
    })
    select result from ended`)) as { rows: WrittenEnd[] }
  return rows[0] ?? null
}

/** Ends an operation of which nothing was ever signed. False if something was, or if it has ended. */
export async function cancelPending(db: Db, id: string, error: string): Promise<boolean> {
  const [row] = await db.select().from(operations).where(eq(operations.id, id)).for('update')
  if (!row || row.status !== 'pending') return false
  const ending: Ending = { status: 'failed', error, result: null, slot: null, transfers: { amounts: [] } }
  return (await finish(db, id, ending)) !== null
}
