/** Reserved funds: those that open operations will spend. */
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { startRound } from '../../../db/portions.ts'
import type { Heartbeat } from '../../../kernel/heartbeat.ts'
import { reservations } from '../transfers.tables.ts'

/**
 * Serialises reservations of these addresses (and submissions under these keys) until the transaction ends: in a fixed
 * order, so that two cannot deadlock, and by a few hundred shared locks, since the database has no room for 10,000
 * single ones.
 */
export async function lockAddresses(db: Db, addresses: string[]): Promise<void> {
  if (addresses.length === 0) return
  await db.execute(addressLocks(addresses))
}

/** `before`: an integer 0, which is known only once the locks that come first are held. */
export const addressLocks = (addresses: string[], before = sql`0`): SQL => sql`
  select pg_advisory_xact_lock(7741203, bucket) from (
    select distinct (hashtext(address) & 511) + ${before} as bucket
    from jsonb_array_elements_text(${JSON.stringify(addresses)}::jsonb) as t(address)
    order by bucket
  ) buckets`

export type Reservation = { address: string; mint: string; amount: bigint; exclusive: boolean }

/** Inserts the funds that the operation holds until it ends. `operation`: the query of its id. */
export function insertReservations(operation: SQL, holdings: Reservation[]): SQL {
  const rows = holdings.map((h) => [h.address, h.mint, h.amount.toString(), h.exclusive])
  return sql`
    insert into reservations (operation_id, address, mint, amount, exclusive)
    select o.id, r->>0, r->>1, (r->>2)::numeric, (r->>3)::boolean
    from (${operation}) o, jsonb_array_elements(${JSON.stringify(rows)}::jsonb) as t(r)`
}

/**
 * Runs in the transaction that reopens the operation: existing reservations are raised to these amounts, and never
 * lowered.
 */
export async function reserveAtLeast(db: Db, operationId: string, holdings: Reservation[]): Promise<void> {
  if (holdings.length === 0) return
  await db.execute(sql`${insertReservations(sql`select ${operationId}::uuid as id`, holdings)}
    on conflict (operation_id, address, mint) do update
    set amount = greatest(reservations.amount, excluded.amount)`)
}

/** Reserves again the funds that it held until it ended. False: nothing is known of them any more. */
export async function reserveAsBefore(db: Db, operationId: string): Promise<boolean> {
  const { rows } = (await db.execute(sql`
    update reservations set released_at_slot = null where operation_id = ${operationId}::uuid
    returning address`)) as { rows: unknown[] }
  return rows.length > 0
}

/** Tells whether it keeps other operations of its user from sending from its sources. */
export async function isExclusive(db: Db, operationId: string): Promise<boolean> {
  const { rows } = (await db.execute(sql`
    select from reservations where operation_id = ${operationId}::uuid and exclusive limit 1`)) as {
    rows: unknown[]
  }
  return rows.length > 0
}

/** A balance that was read at a slot. */
export type ReadAt = { address: string; mint: string; slot: bigint }
/** Base units by `address mint`. */
export type Sums = Map<string, bigint>

/**
 * Selects one cell of JSON. It has two parts, so that earlier released rows are not even read: there may be thousands.
 */
export function reservedSums(read: ReadAt[]): SQL {
  const list = read.map(({ address, mint, slot }) => ({ address, mint, slot: slot.toString() }))
  return sql`(
    select coalesce(json_agg(json_build_array(s.address, s.mint, s.amount)), '[]')::text from (
      select r.address, r.mint, sum(r.amount)::text as amount
      from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as v(address text, mint text, slot numeric)
      cross join lateral (
        select address, mint, amount from reservations
        where address = v.address and mint = v.mint and released_at_slot is null
        union all
        select address, mint, amount from reservations
        where address = v.address and mint = v.mint and released_at_slot > v.slot
      ) r
      group by r.address, r.mint
    ) s)`
}

export const toSums = (cell: string): Sums =>
  new Map(
    (JSON.parse(cell) as [string, string, string][]).map(([address, mint, amount]) => [
      `${address} ${mint}`,
      BigInt(amount),
    ]),
  )

/** Sums the funds in flight, for balances read at these slots. */
export async function sumReserved(db: Db, read: ReadAt[]): Promise<Sums> {
  if (read.length === 0) return new Map()
  const { rows } = (await db.execute(sql`select ${reservedSums(read)} as sums`)) as {
    rows: { sums: string }[]
  }
  return toSums(rows[0]?.sums ?? '[]')
}

/**
 * Finds the first of these addresses from which an exclusive operation is sending. `besides`: operations of this type
 * do not count while they are being resolved.
 */
export async function findBusy(
  db: Db,
  addresses: string[],
  besides: string | null = null,
): Promise<string | null> {
  if (addresses.length === 0) return null
  const { rows } = (await db.execute(busyAddress(addresses, besides))) as { rows: { address: string }[] }
  return rows[0]?.address ?? null
}

export const busyAddress = (addresses: string[], besides: string | null): SQL => sql`
  select r.address from reservations r
  join jsonb_array_elements_text(${JSON.stringify(addresses)}::jsonb) as v(address) on v.address = r.address
  join operations o on o.id = r.operation_id
  where r.exclusive and r.released_at_slot is null
    and not (o.type is not distinct from ${besides}::text and o.status = 'resolving')
  limit 1`

/** Deletes released reservations that no balance read from now on can need. */
export async function sweepReservations(db: Db, beforeSlot: bigint): Promise<void> {
  const by = reservations.releasedAtSlot
  await startRound(db).delete({
    from: reservations,
    where: sql`${by} < ${beforeSlot.toString()}::numeric`,
    by,
  })
}

/**
 * Runs at a start: balances read earlier are not in use any more, so reservations released by then count no longer,
 * whatever chain they were on. It does nothing while another process is alive, whose balances may be older.
 */
export async function forgetReleased(db: Db, heartbeat: Heartbeat): Promise<void> {
  await db
    .delete(reservations)
    .where(sql`${reservations.releasedAtSlot} is not null and ${heartbeat.alone()}`)
}

export type ReservedFunds = { address: string; mint: string; amount: bigint; originKey: string }

/** Lists the reservations of a user's open operations, by their index. */
export async function listReserved(db: Db, userId: number): Promise<ReservedFunds[]> {
  const { rows } = (await db.execute(sql`
    select r.address, r.mint, r.amount::text as amount, o.origin_key as "originKey"
    from operations o join reservations r on r.operation_id = o.id
    where o.user_id = ${userId} and o.status in ('pending', 'running', 'resolving')
      and r.released_at_slot is null`)) as {
    rows: { address: string; mint: string; amount: string; originKey: string }[]
  }
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }))
}
