/** Writes that only bulk operations need: one statement for all rows that change, however many they are. */
import { sql } from 'drizzle-orm'
import type { Db } from '../../../../db/client.ts'
import type { NewAmount } from '../../records/amounts.store.ts'
import { touch } from '../../records/transactions.store.ts'

type Rows<T> = { rows: T[] }

/**
 * Fails transfers that cannot be built, in a transaction of the caller. False if this run does not own the operation
 * any more.
 */
export async function failTransfers(
  db: Db,
  operationId: string,
  owner: string,
  { positions, error }: { positions: number[]; error: string },
): Promise<boolean> {
  if (!(await touch(db, operationId, owner))) return false
  await db.execute(sql`
    update transfers set status = 'failed', error = ${error}
    where operation_id = ${operationId}::uuid and status = 'pending'
      and position in (select value::int from jsonb_array_elements_text(${JSON.stringify(positions)}::jsonb))`)
  return true
}

/** A dead transaction that has landed after all. `amounts`: what its bytes pay, by position. */
export type LateLanding = {
  signature: string
  state: 'confirmed' | 'failed'
  slot: bigint
  fee: bigint
  error: string | null
  amounts: NewAmount[]
}
export type CorrectedTransfer = { position: number; signature: string }

/**
 * Confirms transfers that late transactions have paid, including those that had been given up. Runs in a transaction of
 * the caller; returns the transfers that were shown as failed until then, or null if this run does not own the
 * operation any more.
 */
export async function settleLate(
  db: Db,
  operationId: string,
  owner: string,
  late: LateLanding[],
): Promise<CorrectedTransfer[] | null> {
  if (!(await touch(db, operationId, owner))) return null
  const list = late.map(({ signature, state, slot, fee, error, amounts }) => ({
    s: signature,
    state,
    slot: slot.toString(),
    fee: fee.toString(),
    error,
    amounts: amounts.map(({ position, amount }) => ({ p: position, a: amount.toString() })),
  }))
  const values = sql`jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as v(s text, state text, slot numeric, fee numeric, error text, amounts jsonb)`
  await db.execute(sql`
    update transactions x set state = v.state, slot = v.slot, fee = v.fee, error = v.error,
      ended_at = now()
    from ${values} where x.signature = v.s`)
  const { rows } = (await db.execute(sql`
    update transfers t set status = 'confirmed', error = null, signature = paid.signature
    from (
      select distinct on (t.position) t.position, x.signature
      from transfers t join transactions x on x.operation_id = t.operation_id
        and (x.positions is null or t.position = any(x.positions))
      where t.operation_id = ${operationId}::uuid and t.status <> 'confirmed' and x.state = 'confirmed'
      order by t.position, x.attempt
    ) paid
    where t.operation_id = ${operationId}::uuid and t.position = paid.position
    returning t.position, t.signature`)) as Rows<CorrectedTransfer>
  await db.execute(sql`
    update transfers t set amount = a.a
    from ${values}, jsonb_to_recordset(v.amounts) as a(p int, a numeric)
    where t.operation_id = ${operationId}::uuid and t.position = a.p and t.signature = v.s`)
  return rows
}
