import type { LineRefusal } from '@purser/contract/line-refusals.ts'
import { SOL_MINT } from '@purser/contract/tokens.ts'
import { eq, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { JSON_ROWS } from '../../../db/portions.ts'
import { chunksOf } from '../../../kernel/chunks.ts'
import { type Holding, holdOf } from './reservations.store.ts'
import { operations, transfers } from '../transfers.tables.ts'

export type OperationRow = typeof operations.$inferSelect
/** What the run of an operation begins with. */
export type OwnedOperation = Omit<OperationRow, 'createdAt' | 'updatedAt' | 'finalizedAt'>
export type OperationStatus = OperationRow['status']
export type TransferRow = Omit<typeof transfers.$inferSelect, 'operationAt'>

export const FINAL = ['completed', 'partial', 'failed'] as const
/** The others, as text: only so does the database see that an index of open operations holds all of them. */
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

/** By its origin, or by its id where another database gave the user another id. */
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
  /** Known beforehand: why this movement cannot happen. The others go on. */
  error?: string | null
  /** The code of this error. */
  refusal?: LineRefusal | null
}

/**
 * In a transaction of the caller. Movements and spends go as one parameter a portion: there may be 10,000 of them, and
 * what most operations have is written in one statement.
 */
export async function insertOperation(
  tx: Db,
  operation: Pick<OwnedOperation, 'id' | 'userId' | 'type' | 'originKey' | 'request' | 'owner'>,
  movements: Movement[],
  spends: Holding[],
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
  const [firstRows = [], ...moreRows] = chunksOf(rows, JSON_ROWS)
  const [firstSpends = [], ...moreSpends] = chunksOf(spends, JSON_ROWS)
  const { rows: inserted } = (await tx.execute(sql`
    with inserted as (
      insert into operations (id, user_id, type, origin_key, request, status, owner)
      values (${id}::uuid, ${userId}, ${type}, ${originKey}, ${JSON.stringify(operation.request)}::jsonb, 'pending',
        ${owner})
      returning id, request
    ), moved as (${moveOf(sql`select id from inserted`, firstRows)}),
    held as (${holdOf(sql`select id from inserted`, firstSpends)})
    select request from inserted`)) as { rows: { request: unknown }[] }
  const [row] = inserted
  if (!row) throw new Error('an insert returns its row')
  const own = sql`select ${id}::uuid as id`
  for (const some of moreRows) await tx.execute(moveOf(own, some))
  for (const some of moreSpends) await tx.execute(holdOf(own, some))
  return { ...operation, request: row.request, status: 'pending', result: null, error: null }
}

/** `operation`: the query of its id. */
const moveOf = (operation: SQL, rows: unknown[][]): SQL => sql`
  insert into transfers
    (operation_id, position, wallet_id, wallet_name, source, destination, mint, amount, status, error, refusal)
  select o.id, (r->>0)::int, (r->>1)::bigint, r->>2, r->>3, r->>4, r->>5, (r->>6)::numeric,
    case when r->>7 is null then 'pending' else 'failed' end, r->>7, r->>8
  from (${operation}) o, jsonb_array_elements(${JSON.stringify(rows)}::jsonb) as t(r)`

/** A transfer in one cell of JSON. */
export type Cells = [
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
  refusal: LineRefusal | null,
]

/**
 * As `Cells`, in JSON: the embedded database takes five times as long for 10,000 single rows. While a signed transaction
 * holds transfers of a bulk operation they are 'sent', or 'resolving' as the operation is; that is not written to them.
 */
const CELLS = sql`json_agg(json_build_array(t.position, t.wallet_id, t.wallet_name, t.source, t.destination, t.mint,
  t.amount::text, coalesce(held.status, t.status), coalesce(held.signature, t.signature),
  case when held.status is null then t.error end, t.refusal) order by t.position)`
const cellsFrom = (operationId: string, which = sql`true`): SQL => sql`
  from transfers t left join (
    select distinct on (p) p, x.signature, case o.status when 'resolving' then 'resolving' else 'sent' end as status
    from transactions x join operations o on o.id = x.operation_id cross join unnest(x.positions) as p
    where x.operation_id = ${operationId}::uuid and x.state = 'signed'
    order by p, x.attempt desc
  ) held on held.p = t.position and t.status = 'pending'
  where t.operation_id = ${operationId}::uuid and ${which}`

/** All in one cell, for an operation of a few transfers. */
export const transfersIn = (operationId: string): SQL => sql`(select ${CELLS} ${cellsFrom(operationId)})`

async function readTransfers(db: Db, operationId: string, which?: SQL): Promise<TransferRow[]> {
  const portion = sql.raw(`t.position / ${JSON_ROWS}`)
  const { rows } = (await db.execute(sql`
    select ${CELLS}::text as list ${cellsFrom(operationId, which)} group by ${portion} order by ${portion}`)) as {
    rows: { list: string }[]
  }
  return rows.flatMap(({ list }) => toTransfers(operationId, JSON.parse(list) as Cells[]))
}

export function toTransfers(operationId: string, list: Cells[]): TransferRow[] {
  return list.map(
    ([
      position,
      walletId,
      walletName,
      source,
      destination,
      mint,
      amount,
      status,
      signature,
      error,
      refusal,
    ]) => ({
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
      refusal,
    }),
  )
}

export const listTransfers = (db: Db, operationId: string): Promise<TransferRow[]> =>
  readTransfers(db, operationId)

export const listFailed = (db: Db, operationId: string): Promise<TransferRow[]> =>
  readTransfers(db, operationId, sql`t.status = 'failed'`)

export type TokenMovement = Pick<TransferRow, 'source' | 'destination' | 'mint'>

/** Between whom these operations moved anything but SOL. */
export async function listTokenMovements(db: Db, operationIds: string[]): Promise<TokenMovement[]> {
  const { rows } = (await db.execute(sql`
    select distinct source, destination, mint from transfers
    where operation_id = any(${sql.param(operationIds)}::uuid[]) and mint <> ${SOL_MINT}`)) as {
    rows: TokenMovement[]
  }
  return rows
}

/** An operation that is cancelled before it exists. False when there is one of this origin. */
export async function insertEnded(db: Db, operation: typeof operations.$inferInsert): Promise<boolean> {
  const rows = await db
    .insert(operations)
    .values(operation)
    .onConflictDoNothing()
    .returning({ id: operations.id })
  return rows.length > 0
}

/** Whether an open operation sends from this address or to it. */
export async function isUnderWay(db: Db, address: string): Promise<boolean> {
  const { rows } = (await db.execute(sql`
    select from operations o join transfers t on t.operation_id = o.id
    where o.status in ('pending', 'running', 'resolving') and (t.source = ${address} or t.destination = ${address})
    limit 1`)) as { rows: unknown[] }
  return rows.length > 0
}
