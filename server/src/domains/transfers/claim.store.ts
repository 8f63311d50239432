/** Which open operations this process executes. */
import { and, notInArray, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import type { Heartbeat } from '../../kernel/heartbeat.ts'
import { FINAL, type OperationRow } from './transfers.store.ts'
import { operations } from './transfers.tables.ts'

/** Claims all open operations without a live owner, each under a new owner name. */
export async function claimOrphaned(db: Db, heartbeat: Heartbeat): Promise<OperationRow[]> {
  return db
    .update(operations)
    .set({ owner: heartbeat.claim() })
    .where(
      // Rows that another process has locked (a paused one, say) are claimed in a later round.
      sql`${operations.id} in (select o.id from operations o
        where o.status in ('pending', 'running', 'resolving') and ${heartbeat.orphaned(sql`o.owner`)}
        for update skip locked)`,
    )
    .returning()
}

/** Open operations owned by this process. */
export async function listOwned(db: Db, { id }: Heartbeat): Promise<OperationRow[]> {
  return db
    .select()
    .from(operations)
    .where(
      and(sql`split_part(${operations.owner}, '#', 1) = ${id}`, notInArray(operations.status, [...FINAL])),
    )
}
