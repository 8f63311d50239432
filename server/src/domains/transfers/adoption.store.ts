/** Which open operations this process carries out. */
import { and, notInArray, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import type { Heartbeat } from '../../kernel/heartbeat.ts'
import { FINAL, type OperationRow } from './transfers.store.ts'
import { operations } from './transfers.tables.ts'

/** Operations that are not final and that nobody alive carries out, now owned by this process under a new name. */
export async function adopt(db: Db, heartbeat: Heartbeat): Promise<OperationRow[]> {
  return db
    .update(operations)
    .set({ owner: heartbeat.claim() })
    .where(
      // What somebody holds locked, a process that was paused say, is taken up when it is free.
      sql`${operations.id} in (select o.id from operations o
        where o.status in ('pending', 'running', 'resolving') and ${heartbeat.orphaned(sql`o.owner`)}
        for update skip locked)`,
    )
    .returning()
}

/** Operations that name this process as their owner and have not ended. */
export async function owned(db: Db, { id }: Heartbeat): Promise<OperationRow[]> {
  return db
    .select()
    .from(operations)
    .where(
      and(sql`split_part(${operations.owner}, '#', 1) = ${id}`, notInArray(operations.status, [...FINAL])),
    )
}
