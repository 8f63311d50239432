/** Amounts of transfers that are known only when their transaction is built, or executed. */
import { type SQL, sql } from 'drizzle-orm'

export type NewAmount = { position: number; amount: bigint }

/** Lists them as values `v`. */
export function amountValues(amounts: NewAmount[]): SQL {
  const values = amounts.map(({ position, amount }) => ({ p: position, a: amount.toString() }))
  return sql`jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as v(p int, a numeric)`
}

/** Selects the amount of a transfer `t`: the new one if there is one. */
export const amountOrNew = (amounts: NewAmount[]): SQL =>
  amounts.length === 0
    ? sql`t.amount`
    : sql`coalesce((select v.a from ${amountValues(amounts)} where v.p = t.position), t.amount)`
