import { SOL_MINT } from '@purser/contract/tokens.ts'
import { and, asc, eq, inArray, notInArray, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { hold, type Holding } from './reservations.store.ts'
import { operations, reservations, transactions, transfers } from './transfers.tables.ts'

export type OperationRow = typeof operations.$inferSelect
export type OperationStatus = OperationRow['status']
export type TransferRow = typeof transfers.$inferSelect
export type TransactionRow = typeof transactions.$inferSelect

export const FINAL = ['completed', 'partial', 'failed'] as const
export const isFinal = (status: string): boolean => (FINAL as readonly string[]).includes(status)

export async function findByOrigin(db: Db, originKey: string): Promise<OperationRow | undefined> {
  const [row] = await db.select().from(operations).where(eq(operations.originKey, originKey))
  return row
}

export async function findOperation(db: Db, id: string): Promise<OperationRow | undefined> {
  const [row] = await db.select().from(operations).where(eq(operations.id, id))
  return row
}

/** `error`: known before anything is sent that this movement cannot happen. */
export type NewMovement = {
  walletId: number | null
  walletName: string
  source: string
  destination: string
  mint: string
  amount: bigint
  error?: string | null
}

/** Movements and spends go as one parameter each: there may be 10,000 of them. */
export async function insertOperation(
  db: Db,
  operation: typeof operations.$inferInsert,
  movements: NewMovement[],
  spends: Holding[],
): Promise<void> {
  const { id } = operation
  await db.insert(operations).values(operation)
  const rows = movements.map((m, p) => [
    p,
    m.walletId,
    m.walletName,
    m.source,
    m.destination,
    m.mint,
    m.amount.toString(),
    m.error ?? null,
  ])
  await db.execute(sql`
    insert into transfers (operation_id, position, wallet_id, wallet_name, source, destination, mint, amount, status, error)
    select ${id}::uuid, (r->>0)::int, (r->>1)::bigint, r->>2, r->>3, r->>4, r->>5, (r->>6)::numeric,
      case when r->>7 is null then 'pending' else 'failed' end, r->>7
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) as t(r)`)
  await hold(db, id, spends)
}

type Cells = [
  position: number,
  walletId: number | null,
  walletName: string,
  source: string,
  destination: string,
  mint: string,
  amount: string,
  status: TransferRow['status'],
  signature: string | null,
  error: string | null,
]

/** In one cell of JSON: the embedded database takes five times as long to hand 10,000 rows over one by one. */
async function readTransfers(db: Db, operationId: string, which = sql`true`): Promise<TransferRow[]> {
  const { rows } = (await db.execute(sql`
    select json_agg(json_build_array(position, wallet_id, wallet_name, source, destination, mint, amount::text,
      status, signature, error) order by position)::text as list
    from transfers where operation_id = ${operationId}::uuid and ${which}`)) as {
    rows: { list: string | null }[]
  }
  const list = JSON.parse(rows[0]?.list ?? '[]') as Cells[]
  return list.map(
    ([position, walletId, walletName, source, destination, mint, amount, status, signature, error]) => ({
      operationId,
      position,
      walletId,
      walletName,
      source,
      destination,
      mint,
      amount: BigInt(amount),
      status,
      signature,
      error,
    }),
  )
}

export const listTransfers = (db: Db, operationId: string): Promise<TransferRow[]> =>
  readTransfers(db, operationId)

export const listFailed = (db: Db, operationId: string): Promise<TransferRow[]> =>
  readTransfers(db, operationId, sql`status = 'failed'`)

/** Those that move anything but SOL. */
export const listTokenTransfers = (db: Db, operationId: string): Promise<TransferRow[]> =>
  readTransfers(db, operationId, sql`mint <> ${SOL_MINT}`)

export async function listTransactions(db: Db, operationId: string): Promise<TransactionRow[]> {
  return db
    .select()
    .from(transactions)
    .where(eq(transactions.operationId, operationId))
    .orderBy(asc(transactions.attempt))
}

/** The signed transaction with its bytes, and the movements as built. False when this process does not own the operation any more. */
export async function insertTransaction(
  db: Db,
  row: typeof transactions.$inferInsert,
  owner: string,
  amounts: { position: number; amount: bigint }[],
): Promise<boolean> {
  const owned = await db
    .update(operations)
    .set({ status: 'running', updatedAt: sql`now()` })
    .where(
      and(
        eq(operations.id, row.operationId),
        eq(operations.owner, owner),
        notInArray(operations.status, [...FINAL]),
      ),
    )
    .returning({ id: operations.id })
  if (owned.length === 0) return false
  await db.insert(transactions).values(row)
  await db
    .update(transfers)
    .set({ status: 'sent', signature: row.signature })
    .where(eq(transfers.operationId, row.operationId))
  for (const { position, amount } of amounts)
    await db
      .update(transfers)
      .set({ amount })
      .where(and(eq(transfers.operationId, row.operationId), eq(transfers.position, position)))
  return true
}

export async function updateTransaction(
  db: Db,
  signature: string,
  change: Partial<typeof transactions.$inferInsert>,
): Promise<void> {
  await db.update(transactions).set(change).where(eq(transactions.signature, signature))
}

/** In a transaction of the caller. False when this process does not own the operation any more. */
export async function markResolving(db: Db, operationId: string, owner: string): Promise<boolean> {
  const mine = and(eq(operations.id, operationId), eq(operations.owner, owner))
  const marked = await db
    .update(operations)
    .set({ status: 'resolving', updatedAt: sql`now()` })
    .where(and(mine, inArray(operations.status, ['running', 'resolving'])))
    .returning({ id: operations.id })
  if (marked.length === 0) return false
  await db
    .update(transfers)
    .set({ status: 'resolving' })
    .where(and(eq(transfers.operationId, operationId), eq(transfers.status, 'sent')))
  return true
}

export type Ending = {
  status: 'completed' | 'failed'
  error: string | null
  result: unknown
  /** null: nothing was ever executed, the funds are free for any balance. */
  slot: bigint | null
  /** What a run found out; undefined: whoever owns it. */
  onlyIfOwnedBy?: string
  /** Of the transaction that ended it. */
  signature?: string
  amounts: { position: number; amount: bigint }[]
}

/** Ends the operation: movements, reservation and status in one transaction of the caller. False when it had ended already. */
export async function finish(db: Db, operationId: string, ending: Ending): Promise<boolean> {
  const ended = await db
    .update(operations)
    .set({
      status: ending.status,
      error: ending.error,
      result: ending.result,
      owner: null,
      updatedAt: sql`now()`,
    })
    .where(
      and(
        eq(operations.id, operationId),
        notInArray(operations.status, [...FINAL]),
        ending.onlyIfOwnedBy === undefined ? undefined : eq(operations.owner, ending.onlyIfOwnedBy),
      ),
    )
    .returning({ id: operations.id })
  if (ended.length === 0) return false
  const status = ending.status === 'completed' ? ('confirmed' as const) : ('failed' as const)
  await db
    .update(transfers)
    .set({
      status,
      error: status === 'failed' ? ending.error : null,
      ...(ending.signature === undefined ? {} : { signature: ending.signature }),
    })
    .where(eq(transfers.operationId, operationId))
  for (const { position, amount } of ending.amounts)
    await db
      .update(transfers)
      .set({ amount })
      .where(and(eq(transfers.operationId, operationId), eq(transfers.position, position)))
  if (ending.slot === null) await db.delete(reservations).where(eq(reservations.operationId, operationId))
  else
    await db
      .update(reservations)
      .set({ releasedAtSlot: ending.slot })
      .where(eq(reservations.operationId, operationId))
  return true
}

/** An attempt can never land. False, and nothing written, when the operation has been taken over. */
export async function endTransaction(
  db: Db,
  transaction: { signature: string; operationId: string; error: string },
  owner: string,
): Promise<boolean> {
  const rows = await db
    .update(transactions)
    .set({ state: 'dead', error: transaction.error, endedAt: sql`now()` })
    .where(
      and(
        eq(transactions.signature, transaction.signature),
        sql`exists (select 1 from operations o where o.id = ${transaction.operationId} and o.owner = ${owner})`,
      ),
    )
    .returning({ signature: transactions.signature })
  return rows.length > 0
}

/** Ends an operation of which nothing was ever signed. False when something was, or it has ended. */
export async function cancelPending(db: Db, id: string, error: string): Promise<boolean> {
  const [row] = await db.select().from(operations).where(eq(operations.id, id)).for('update')
  if (!row || row.status !== 'pending') return false
  return finish(db, id, { status: 'failed', error, result: null, slot: null, amounts: [] })
}

/** An operation that has ended before it began. False when there is one of this origin. */
export async function insertEnded(db: Db, operation: typeof operations.$inferInsert): Promise<boolean> {
  const rows = await db
    .insert(operations)
    .values(operation)
    .onConflictDoNothing()
    .returning({ id: operations.id })
  return rows.length > 0
}

/** Whether funds of this address, or to it, are under way. */
export async function isUnderWay(db: Db, address: string): Promise<boolean> {
  const { rows } = (await db.execute(sql`
    select from operations o join transfers t on t.operation_id = o.id
    where o.status in ('pending', 'running', 'resolving') and (t.source = ${address} or t.destination = ${address})
    limit 1`)) as { rows: unknown[] }
  return rows.length > 0
}
