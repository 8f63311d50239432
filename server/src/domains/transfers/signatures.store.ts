/** Signatures under which operations were executed, many at once. */
import { sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'

/** By origin key: the signature that landed, else the last that was signed. None for what was never signed. */
export async function signaturesOf(db: Db, originKeys: string[]): Promise<Map<string, string>> {
  if (originKeys.length === 0) return new Map()
  const { rows } = (await db.execute(sql`
    select distinct on (o.origin_key) o.origin_key as key, x.signature
    from operations o join transactions x on x.operation_id = o.id
    where o.origin_key in (select jsonb_array_elements_text(${JSON.stringify(originKeys)}::jsonb))
    order by o.origin_key, (x.state = 'confirmed') desc, (x.state = 'failed') desc, x.attempt desc`)) as {
    rows: { key: string; signature: string }[]
  }
  return new Map(rows.map(({ key, signature }) => [key, signature]))
}

/** The types of the operations that these signatures belong to; those of nobody here are left out. */
export async function typesOf(db: Db, signatures: string[]): Promise<Map<string, string>> {
  if (signatures.length === 0) return new Map()
  const { rows } = (await db.execute(sql`
    select x.signature, o.type from transactions x join operations o on o.id = x.operation_id
    where x.signature in (select jsonb_array_elements_text(${JSON.stringify(signatures)}::jsonb))`)) as {
    rows: { signature: string; type: string }[]
  }
  return new Map(rows.map(({ signature, type }) => [signature, type]))
}

export type Moved = {
  type: string
  movements: { source: string; destination: string; mint: string; amount: bigint }[]
}

/** What operations moved by these transactions, which landed; whatever is booked of them yet. */
export async function movementsBy(db: Db, signatures: string[]): Promise<Map<string, Moved>> {
  if (signatures.length === 0) return new Map()
  const { rows } = (await db.execute(sql`
    select x.signature, o.type, t.source, t.destination, t.mint, t.amount::text as amount
    from transactions x join operations o on o.id = x.operation_id
    left join transfers t on t.operation_id = x.operation_id
      and (x.positions is null or t.position = any(x.positions))
    where x.signature in (select jsonb_array_elements_text(${JSON.stringify(signatures)}::jsonb))`)) as {
    rows: {
      signature: string
      type: string
      source: string
      destination: string
      mint: string
      amount: string | null
    }[]
  }
  const found = new Map<string, Moved>()
  for (const { signature, type, source, destination, mint, amount } of rows) {
    const moved = found.get(signature) ?? { type, movements: [] }
    found.set(signature, moved)
    if (amount !== null) moved.movements.push({ source, destination, mint, amount: BigInt(amount) })
  }
  return found
}
