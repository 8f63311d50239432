/** Transfers that several transactions have paid. */
import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'

/** `signatures`: those of all that have paid it, in the order of their attempts. */
export type DoublePayment = { position: number; signatures: string[] }

export async function listDoublePayments(db: Db, operationId: string): Promise<DoublePayment[]> {
  const { rows } = (await db.execute(sql`
    select t.position, json_agg(x.signature order by x.attempt) as signatures
    from transactions x join transfers t on t.operation_id = x.operation_id
      and (x.positions is null or t.position = any(x.positions))
    where x.operation_id = ${operationId}::uuid and x.state = 'confirmed'
    group by t.position having count(*) > 1 order by t.position`)) as { rows: DoublePayment[] }
  return rows
}

/** Saves the error that its user reads, for the operation and for each named transfer. */
export async function saveErrors(
  db: Db,
  operationId: string,
  { whole, each }: { whole: string; each: { position: number; error: string }[] },
): Promise<void> {
  await db.execute(sql`update operations set error = ${whole} where id = ${operationId}::uuid`)
  await db.execute(sql`
    update transfers t set error = v.error
    from jsonb_to_recordset(${JSON.stringify(each)}::jsonb) as v(position int, error text)
    where t.operation_id = ${operationId}::uuid and t.position = v.position`)
}
