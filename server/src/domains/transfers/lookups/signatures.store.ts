/** Signatures under which operations were executed, many at once. */
import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { inMilliseconds } from '../../../db/columns.ts'
import { JSON_ROWS } from '../../../db/portions.ts'
import { toChunks } from '../../../kernel/chunks.ts'
import { listTransactions } from '../records/transactions.store.ts'

/** Returns the signature under which the operation was executed, or the last that was signed. */
export async function findSignature(db: Db, operationId: string): Promise<string | null> {
  const all = await listTransactions(db, operationId)
  const ended = ['confirmed', 'failed'].map((s) => all.find(({ state }) => state === s)).find(Boolean)
  return (ended ?? all.at(-1))?.signature ?? null
}

/**
 * Lists by origin key the signature that landed, else the last that was signed. There is none if nothing was signed.
 */
export async function listSignatures(db: Db, originKeys: string[]): Promise<Map<string, string>> {
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

/** Lists the types of the operations that these signatures belong to; signatures of nobody here are left out. */
export async function listTypes(db: Db, signatures: string[]): Promise<Map<string, string>> {
  if (signatures.length === 0) return new Map()
  const { rows } = (await db.execute(sql`
    select x.signature, o.type from transactions x join operations o on o.id = x.operation_id
    where x.signature in (select jsonb_array_elements_text(${JSON.stringify(signatures)}::jsonb))`)) as {
    rows: { signature: string; type: string }[]
  }
  return new Map(rows.map(({ signature, type }) => [signature, type]))
}

export type LandedMovements = {
  type: string
  movements: { source: string; destination: string; mint: string; amount: bigint }[]
}

/** Lists what operations moved by these landed transactions, whatever is booked of them yet. */
export async function listLandedMovements(
  db: Db,
  signatures: string[],
): Promise<Map<string, LandedMovements>> {
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
  const found = new Map<string, LandedMovements>()
  for (const { signature, type, source, destination, mint, amount } of rows) {
    const moved = found.get(signature) ?? { type, movements: [] }
    found.set(signature, moved)
    if (amount !== null) moved.movements.push({ source, destination, mint, amount: BigInt(amount) })
  }
  return found
}

/** Covers what entered an address in one mint after slot `from` and up to slot `to`. */
export type ArrivalWindow = { address: string; mint: string; from: bigint; to: bigint }
export type Arrival = { signature: string; source: string; amount: bigint; slot: bigint; at: Date | null }

const MARGIN_MS = 3_600_000

/**
 * Lists by place in `windows` what operations that were written after `since` or an hour before it brought there;
 * nothing if one of them takes from the address too, or trades. Anything missing here is found on the chain. It reads
 * row by row with the indexes, also if the database has no statistics and would read whole tables.
 */
export async function listArrivals(
  db: Db,
  windows: ArrivalWindow[],
  since: Date,
): Promise<Map<number, Arrival[]>> {
  const found = new Map<number, Arrival[]>()
  const after = sql`to_timestamp(${(since.getTime() - MARGIN_MS) / 1_000}) at time zone 'UTC'`
  const list = windows.map((one, i) => ({
    i,
    a: one.address,
    m: one.mint,
    f: String(one.from),
    t: String(one.to),
  }))
  for (const some of toChunks(list, JSON_ROWS)) {
    const { rows } = (await db.execute(sql`
      select w.i, x.signature, t.source, t.amount::text as amount, x.slot::text as slot, x.ended_at as at
      from jsonb_to_recordset(${JSON.stringify(some)}::jsonb) as w(i int, a text, m text, f numeric, t numeric)
      cross join lateral (
        select b.operation_id, b.signature, b.source, b.amount from transfers b
        where b.destination = w.a and length(b.destination) >= 32 and b.mint = w.m and b.status = 'confirmed'
          and ${inMilliseconds(sql`b.operation_at`)} >= ${after}
        offset 0
      ) t
      cross join lateral (
        select y.signature, y.slot, y.ended_at from transactions y
        where y.signature = t.signature and y.state = 'confirmed' and y.slot > w.f and y.slot <= w.t
        offset 0
      ) x
      cross join lateral (select o.type from operations o where o.id = t.operation_id offset 0) o
      where o.type <> 'trade' and (
        select count(*) from (
          select from transfers s where s.source = w.a and length(s.source) >= 32
            and ${inMilliseconds(sql`s.operation_at`)} >= ${after}
          limit 1
        ) taken
      ) = 0`)) as {
      rows: {
        i: number
        signature: string
        source: string
        amount: string
        slot: string
        at: string | Date | null
      }[]
    }
    for (const { i, signature, source, amount, slot, at } of rows) {
      const arrivals = found.get(i) ?? []
      found.set(i, arrivals)
      arrivals.push({
        signature,
        source,
        amount: BigInt(amount),
        slot: BigInt(slot),
        at: at === null ? null : new Date(at),
      })
    }
  }
  return found
}
