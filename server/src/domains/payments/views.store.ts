/** Reads the parts of payments for display: one statement for all receipts, one for all refunds, one for all lines. */
import { sql } from 'drizzle-orm'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import type { Db } from '../../db/client.ts'
import type { OperationStatus } from '@purser/contract/transfers/transfers.ts'
import { paymentReceipts as receipts } from './payments.tables.ts'

export type ReceiptRow = typeof receipts.$inferSelect
export type ShownReceipt = ReceiptRow & { refunded: bigint }
export type ShownRefund = {
  paymentId: number
  receiptId: number
  operationId: string
  to: string
  mint: string
  decimals: number
  amount: bigint
  status: OperationStatus
  signature: string | null
  error: string | null
  createdAt: Date
}
export type ShownLine = {
  id: number
  paymentId: number
  walletId: number | null
  walletName: string
  walletAddress: string
  amount: bigint
  operationId: string | null
  /** The state of its transfer; null: none. */
  transfer: 'pending' | 'sent' | 'resolving' | 'confirmed' | 'failed' | null
  /** The status of its operation. */
  operation: OperationStatus | null
  signature: string | null
  error: string | null
}

/** Reads from one snapshot: a payment and its receipts are never from two moments. */
export const atOneMoment = <T>(db: Db, read: (tx: Db) => Promise<T>): Promise<T> =>
  db.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' })

/** The most receipts of a payment that are shown, the largest of each token first: anybody may send more. */
const RECEIPTS_SHOWN = 200

type Raw = Record<string, string | number | boolean | null>
const listed = (ids: number[]) =>
  sql`(select value::bigint from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`
const big = (value: unknown) => BigInt(String(value))
const text = (value: unknown) => (value === null || value === undefined ? null : String(value))
const date = (value: unknown) => new Date(value as string)

export async function listReceipts(db: Db, ids: number[]): Promise<ShownReceipt[]> {
  const { rows } = (await db.execute(sql`
    select r.*, r.amount::text as amount, r.credited_usd::text as credited_usd, r.rate::text as rate,
      r.slot::text as slot, coalesce((
        select sum(f.amount + f.withheld) from payment_refunds f left join operations o on o.id = f.operation_id
          left join transfers t on t.operation_id = o.id
        where f.receipt_id = r.id
          and not (o.status in ('completed', 'partial', 'failed') and t.status = 'failed')), 0)::text as refunded
    from (
      select *, row_number() over (partition by payment_id order by nth, mint <> ${SOL_MINT}, id) as place
      from (
        select *, row_number() over (partition by payment_id, mint order by amount desc, id) as nth
        from payment_receipts where payment_id in ${listed(ids)}
      ) sized
    ) r where r.place <= ${RECEIPTS_SHOWN} order by r.slot, r.id`)) as { rows: Raw[] }
  return rows.map((row) => ({
    id: Number(row['id']),
    paymentId: Number(row['payment_id']),
    recipient: row['recipient'] as ReceiptRow['recipient'],
    signature: String(row['signature']),
    state: row['state'] as ReceiptRow['state'],
    mint: String(row['mint']),
    amount: big(row['amount']),
    decimals: Number(row['decimals']),
    creditedUsd: row['credited_usd'] === null ? null : big(row['credited_usd']),
    unpriced: row['unpriced'] === true,
    rate: row['rate'] === null ? null : big(row['rate']),
    late: row['late'] === true,
    from: text(row['from']),
    slot: big(row['slot']),
    at: date(row['at']),
    named: row['named'] === true,
    refunded: big(row['refunded']),
  }))
}

export async function listRefunds(db: Db, ids: number[]): Promise<ShownRefund[]> {
  const { rows } = (await db.execute(sql`
    select f.payment_id, f.receipt_id, f.operation_id, f."to", f.mint, f.decimals, f.amount::text as amount,
      f.created_at, o.status, t.signature, coalesce(t.error, o.error) as error
    from payment_refunds f left join operations o on o.id = f.operation_id
      left join transfers t on t.operation_id = o.id
    where f.payment_id in ${listed(ids)} order by f.id`)) as { rows: Raw[] }
  return rows.map((row) => ({
    paymentId: Number(row['payment_id']),
    receiptId: Number(row['receipt_id']),
    operationId: String(row['operation_id']),
    to: String(row['to']),
    mint: String(row['mint']),
    decimals: Number(row['decimals']),
    amount: big(row['amount']),
    status: (row['status'] ?? 'pending') as OperationStatus,
    signature: text(row['signature']),
    error: text(row['error']),
    createdAt: date(row['created_at']),
  }))
}

/** In the order of the plan. `which` narrows them by their own columns. */
async function readLines(db: Db, which: ReturnType<typeof sql>): Promise<ShownLine[]> {
  const { rows } = (await db.execute(sql`
    select l.id, l.payment_id, w.id as wallet_id, l.wallet_name, l.wallet_address, l.amount::text as amount,
      l.operation_id, t.status as transfer, o.status as operation, t.error,
      coalesce((
        select x.signature from transactions x
        where t.status = 'pending' and x.operation_id = t.operation_id and x.state = 'signed'
          and t.position = any(x.positions)
        order by x.attempt desc limit 1), t.signature) as signature
    from payment_lines l
      left join wallets w on w.id = l.wallet_id
      left join operations o on o.id = l.operation_id
      left join transfers t on t.operation_id = l.operation_id and t.position = l.transfer_position
    where ${which} order by l.payment_id, l.position`)) as { rows: Raw[] }
  return rows.map((row) => ({
    id: Number(row['id']),
    paymentId: Number(row['payment_id']),
    walletId: row['wallet_id'] === null ? null : Number(row['wallet_id']),
    walletName: String(row['wallet_name']),
    walletAddress: String(row['wallet_address']),
    amount: big(row['amount']),
    operationId: text(row['operation_id']),
    transfer: row['transfer'] as ShownLine['transfer'],
    operation: row['operation'] as ShownLine['operation'],
    signature: text(row['signature']),
    error: text(row['error']),
  }))
}

export const listLines = (db: Db, ids: number[]): Promise<ShownLine[]> =>
  readLines(db, sql`l.payment_id in ${listed(ids)}`)

/** The payment of this line, where it is the user's. */
export async function paymentOfLine(db: Db, userId: number, lineId: number): Promise<number | null> {
  const { rows } = (await db.execute(sql`
    select p.id from payment_lines l join payments p on p.id = l.payment_id
    where l.id = ${lineId} and p.user_id = ${userId}`)) as { rows: { id: string | number }[] }
  return rows[0] ? Number(rows[0].id) : null
}
