/**
 * Ended operations that may still change: a block is not finalized, or a transaction was called dead a short while ago.
 */
import { and, eq, gte, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { reserveAgain } from '../records/reserve-again.store.ts'
import type { Reopening } from '../incidents.ts'
import type { TransactionRow } from '../records/transactions.store.ts'
import { FINAL, type OperationRow } from '../records/operations.store.ts'
import { operations, transactions, transfers } from '../transfers.tables.ts'

/** Dead and released transactions are checked for this long. */
const WATCHED = sql`interval '1 hour'`

type PortionQuery = { after: Cursor; limit: number }
/** The place at which the last portion ended. */
export type Cursor = { endedAt: string; signature: string }
export const BEGINNING: Cursor = { endedAt: '-infinity', signature: '' }

/** Lists from the cursor on, in the order in which they ended. */
async function listPortion(db: Db, which: ReturnType<typeof sql>, { after, limit }: PortionQuery) {
  const { endedAt, signature } = transactions
  const rows = await db
    .select({ transaction: transactions, cursor: sql<string>`${endedAt}::text` })
    .from(transactions)
    .innerJoin(operations, eq(operations.id, transactions.operationId))
    .where(
      and(
        inArray(operations.status, [...FINAL]),
        which,
        sql`(${endedAt}, ${signature}) > (${after.endedAt}::timestamptz, ${after.signature})`,
      ),
    )
    .orderBy(endedAt, signature)
    .limit(limit)
  const last = rows.length === limit ? rows.at(-1) : undefined
  return {
    rows: rows.map(({ transaction }) => transaction),
    next: last ? { endedAt: last.cursor, signature: last.transaction.signature } : BEGINNING,
  }
}
export type Portion = { rows: TransactionRow[]; next: Cursor }

/** Lists landed transactions of ended operations whose block is not known to be finalized. */
export const listUnfinal = (db: Db, wanted: PortionQuery): Promise<Portion> =>
  listPortion(
    db,
    sql`${operations.finalizedAt} is null and ${transactions.state} in ('confirmed', 'failed')
      and not ${transactions.finalized}`,
    wanted,
  )

const watched = sql`${transactions.state} in ('dead', 'released') and ${transactions.endedAt} > now() - ${WATCHED}`

/** Lists transactions of ended operations that were called dead, or released by their owner, within the last hour. */
export const listWatched = (db: Db, wanted: PortionQuery): Promise<Portion> =>
  listPortion(db, watched, wanted)

/** Does the same for some operations, ended or not. */
export const listWatchedIn = (db: Db, operationIds: string[]): Promise<TransactionRow[]> =>
  db
    .select()
    .from(transactions)
    .where(and(inArray(transactions.operationId, operationIds), watched))

/** Marks transactions as finalized, at these slots. */
export async function markFinalized(db: Db, landed: { signature: string; slot: bigint }[]): Promise<void> {
  if (landed.length === 0) return
  const list = landed.map(({ signature, slot }) => ({ s: signature, slot: slot.toString() }))
  const signatures = sql.param(list.map(({ s }) => s))
  await db.transaction(async (tx) => {
    // Another server may mark another transaction of the same operation: neither of the two would see that all of it is
    // final. This lock comes first, so that later statements see the other's writes, and in the order of other locks.
    await tx.execute(sql`
      select from operations where id in (
        select operation_id from transactions where signature = any(${signatures}::text[]))
      order by id for no key update`)
    // Uses `any` as well: of a small table the planner knows too little with a list in JSON, and reads all of it.
    const { rows } = (await tx.execute(sql`
      update transactions x set finalized = true, slot = v.slot
      from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as v(s text, slot numeric)
      where x.signature = any(${signatures}::text[]) and x.signature = v.s and x.state in ('confirmed', 'failed')
      returning x.operation_id as id`)) as { rows: { id: string }[] }
    const ids = sql.param([...new Set(rows.map(({ id }) => id))])
    // A made-up slot of one endpoint would count the funds as in flight until the chain gets there.
    await tx.execute(sql`
      update reservations r set released_at_slot = last.slot
      from (
        select operation_id, max(slot) as slot from transactions
        where operation_id = any(${ids}::uuid[]) and state in ('confirmed', 'failed')
        group by operation_id having bool_and(finalized)
      ) last
      where r.operation_id = any(${ids}::uuid[]) and r.operation_id = last.operation_id
        and r.released_at_slot > last.slot`)
  })
}

/** Marks ended operations that nothing can reopen, at most `limit` a call, and returns them. */
export async function finalizeOperations(db: Db, limit: number): Promise<OperationRow[]> {
  // The limit makes it look up each one, and the first that is not settled is enough.
  const settled = sql`(
    select 1 from transactions x where x.operation_id = ${operations.id} and (
      x.state = 'signed' or x.state in ('confirmed', 'failed') and not x.finalized
      or x.state in ('dead', 'released') and coalesce(x.ended_at, now()) > now() - ${WATCHED})
    limit 1) is null`
  const { finalizedAt, status, id } = operations
  const ready = db
    .select({ id })
    .from(operations)
    .where(and(sql`${finalizedAt} is null`, inArray(status, [...FINAL]), settled))
    .orderBy(operations.updatedAt)
    .limit(limit)
    .for('update', { skipLocked: true })
  return db.update(operations).set({ finalizedAt: sql`now()` }).where(inArray(id, ready)).returning()
}

/** Why an operation is reopened, and by which transactions. `owner`: null if any process may claim it. */
export type ReopeningCause = { why: Reopening; rows: TransactionRow[]; owner: string | null }

/**
 * Reopens an ended operation: the engine claims it and resolves it again. Until then it holds its funds like any open
 * one; dropped or disputed transactions count as signed. Runs in a transaction of the caller.
 */
export async function reopen(
  db: Db,
  operationId: string,
  { why, rows, owner }: ReopeningCause,
): Promise<OperationRow | null> {
  const [opened] = await db
    .update(operations)
    .set({ status: 'resolving', owner, error: null, finalizedAt: null, updatedAt: sql`now()` })
    .where(and(eq(operations.id, operationId), inArray(operations.status, [...FINAL])))
    .returning()
  if (!opened) return null
  if (why !== 'late') for (const row of rows) await takeBack(db, row)
  const exclusive = rows.some(({ positions }) => positions !== null)
  await reserveAgain(db, { operationId, exclusive, late: why === 'late' ? rows : [] })
  return opened
}

async function takeBack(db: Db, { operationId, signature, positions }: TransactionRow): Promise<void> {
  await db
    .update(transactions)
    .set({ state: 'signed', slot: null, error: null, endedAt: null, finalized: false })
    .where(eq(transactions.signature, signature))
  await db
    .update(transfers)
    .set({ status: 'resolving', error: null })
    .where(
      and(
        eq(transfers.operationId, operationId),
        eq(transfers.signature, signature),
        positions === null ? undefined : inArray(transfers.position, positions),
      ),
    )
}

export type ReleaseOutcome = { ended: 'released' | 'nothing' | 'alive'; signatures: string[] }

/**
 * Ends an operation without a known outcome for its owner: signed transactions count as not sent, and the engine ends
 * the operation. 'nothing': it has ended by itself, or nothing is signed. 'alive': by this block height something may
 * still land. Runs in a transaction of the caller.
 */
export async function releaseSigned(
  db: Db,
  operationId: string,
  { error, height }: { error: string; height: bigint },
): Promise<ReleaseOutcome> {
  // Signing locks the operation as well.
  const [open] = await db.select().from(operations).where(eq(operations.id, operationId)).for('update')
  if (!open || (FINAL as readonly string[]).includes(open.status)) return { ended: 'nothing', signatures: [] }
  const [alive] = await db
    .select({ signature: transactions.signature })
    .from(transactions)
    .where(
      and(
        eq(transactions.operationId, operationId),
        eq(transactions.state, 'signed'),
        gte(transactions.lastValidBlockHeight, height),
      ),
    )
    .limit(1)
  if (alive) return { ended: 'alive', signatures: [] }
  const released = await db
    .update(transactions)
    .set({ state: 'released', error, endedAt: sql`now()` })
    .where(and(eq(transactions.operationId, operationId), eq(transactions.state, 'signed')))
    .returning({ signature: transactions.signature, positions: transactions.positions })
  if (released.length === 0) return { ended: 'nothing', signatures: [] }
  // The transactions tell which transfers they hold: a killed process may not have shown the transfers as sent.
  const all = released.some(({ positions }) => positions === null)
  await db
    .update(transfers)
    .set({ status: 'failed', error })
    .where(
      and(
        eq(transfers.operationId, operationId),
        all
          ? undefined
          : inArray(
              transfers.position,
              released.flatMap(({ positions }) => positions ?? []),
            ),
        inArray(transfers.status, ['pending', 'sent', 'resolving']),
      ),
    )
  // Its run loses it, and the next run ends it.
  await db.update(operations).set({ owner: null }).where(eq(operations.id, operationId))
  return { ended: 'released', signatures: released.map(({ signature }) => signature) }
}
