/** Claims open operations for this process. */
import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import type { Heartbeat } from '../../../kernel/heartbeat.ts'
import { OPEN, type OperationRow } from '../records/operations.store.ts'
import { operations } from '../transfers.tables.ts'

/** Claims all open operations without a live owner, each under a new owner name. */
export async function claimOrphaned(db: Db, heartbeat: Heartbeat): Promise<OperationRow[]> {
  return db
    .update(operations)
    .set({ owner: heartbeat.claim() })
    .where(
      // Rows that another process has locked (a paused one, for instance) are claimed in a later round.
      sql`${operations.id} in (select o.id from operations o
        where o.status in ${OPEN} and ${heartbeat.orphaned(sql`o.owner`)}
        for update skip locked)`,
    )
    .returning()
}

/** Lists the open operations that this process owns, or that have no live owner. */
export async function listClaimable(
  db: Db,
  heartbeat: Heartbeat,
): Promise<{ id: string; owner: string | null }[]> {
  const { rows } = (await db.execute(sql`
    select o.id, o.owner from operations o
    where o.status in ${OPEN}
      and (split_part(o.owner, '#', 1) = ${heartbeat.id} or ${heartbeat.orphaned(sql`o.owner`)})`)) as {
    rows: { id: string; owner: string | null }[]
  }
  return rows
}

/** Lists those of them that are still open and belong to this process. */
export async function listOwned(db: Db, { id }: Heartbeat, ids: string[]): Promise<OperationRow[]> {
  return db
    .select()
    .from(operations)
    .where(
      sql`${operations.id} in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))
        and split_part(${operations.owner}, '#', 1) = ${id} and ${operations.status} in ${OPEN}`,
    )
}
