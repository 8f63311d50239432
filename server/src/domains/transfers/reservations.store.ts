/** Funds in flight: what operations that have not ended will spend. */
import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { reservations } from './transfers.tables.ts'

/** Serialises reservations of these addresses until the transaction ends; sorted, so that two cannot block each other. */
export async function lockAddresses(db: Db, addresses: string[]): Promise<void> {
  for (const address of [...new Set(addresses)].sort())
    await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`funds:${address}`}, 0))`)
}

/** What is in flight from this address, for a balance that was read at `slot`. */
export async function reserved(db: Db, address: string, mint: string, slot: bigint): Promise<bigint> {
  const rows = await db
    .select({ amount: reservations.amount })
    .from(reservations)
    .where(
      and(
        eq(reservations.address, address),
        eq(reservations.mint, mint),
        or(
          isNull(reservations.releasedAtSlot),
          sql`${reservations.releasedAtSlot} > ${slot.toString()}::numeric`,
        ),
      ),
    )
  return rows.reduce((sum, row) => sum + row.amount, 0n)
}

/** Released reservations that no balance read from now on can still need. */
export async function sweepReservations(db: Db, beforeSlot: bigint): Promise<void> {
  await db.delete(reservations).where(sql`${reservations.releasedAtSlot} < ${beforeSlot.toString()}::numeric`)
}

/** No balance read before a start is in use any more, so what was released by then counts no longer, on whatever chain it was. */
export async function forgetReleased(db: Db): Promise<void> {
  await db.delete(reservations).where(sql`${reservations.releasedAtSlot} is not null`)
}
