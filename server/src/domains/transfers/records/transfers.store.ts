/** Transfers of operations: one row for each movement of funds. */
import type { LineRefusal } from '@purser/contract/transfers/line-refusals.ts'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { JSON_ROWS } from '../../../db/portions.ts'
import type { transfers } from '../transfers.tables.ts'

export type TransferRow = Omit<typeof transfers.$inferSelect, 'operationAt'>

/** Inserts transfers, one per row of cells. `operation`: the query of its id. */
export const insertMoves = (operation: SQL, rows: unknown[][]): SQL => sql`
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
 * Selects `Cells` in JSON: the embedded database takes five times as long for 10,000 single rows. While a signed
 * transaction holds transfers of a bulk operation they are 'sent', or 'resolving' like the operation; this is not
 * written to their rows.
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

/** Selects all in one cell, for an operation of a few transfers. */
export const transfersCell = (operationId: string): SQL => sql`(select ${CELLS} ${cellsFrom(operationId)})`

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

/** Lists between whom these operations moved anything but SOL. */
export async function listTokenMovements(db: Db, operationIds: string[]): Promise<TokenMovement[]> {
  const { rows } = (await db.execute(sql`
    select distinct source, destination, mint from transfers
    where operation_id = any(${sql.param(operationIds)}::uuid[]) and mint <> ${SOL_MINT}`)) as {
    rows: TokenMovement[]
  }
  return rows
}

/** Tells whether an open operation sends from this address or to it. */
export async function isUnderWay(db: Db, address: string): Promise<boolean> {
  const { rows } = (await db.execute(sql`
    select from operations o join transfers t on t.operation_id = o.id
    where o.status in ('pending', 'running', 'resolving') and (t.source = ${address} or t.destination = ${address})
    limit 1`)) as { rows: unknown[] }
  return rows.length > 0
}
