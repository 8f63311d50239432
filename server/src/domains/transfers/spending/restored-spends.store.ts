/**
 * Restores the spends of operations that this database has lost, as far as the journal and the file beside it have
 * them.
 */
import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { toChunks } from '../../../kernel/chunks.ts'
import type { Spent, SpentOperation } from './spent-file.ts'

/** A day may have hundreds of thousands. */
const MOST_AT_ONCE = 10_000

/**
 * Counts an operation that was restored from the journal again, until it is known to have failed. Runs in the
 * transaction that restores it.
 */
export async function restoreSpends(
  db: Db,
  { operationId, userId }: { operationId: string; userId: number },
  { at, by }: Spent,
): Promise<void> {
  await db.execute(sql`
    insert into open_spends (operation_id, position, user_id, amount, at)
    select ${operationId}::uuid, (r->>0)::int, ${userId}, (r->>1)::numeric, ${at}::timestamptz
    from jsonb_array_elements(${JSON.stringify(by)}::jsonb) as t(r)
    on conflict do nothing`)
}

/**
 * Counts movements that this database does not know, by these amounts. Several data directories may know parts of one
 * operation.
 */
export async function restoreSums(db: Db, spent: SpentOperation[], since: Date): Promise<void> {
  await db.execute(sql`delete from restored_spends where at <= ${since.toISOString()}::timestamptz`)
  const rows = spent.flatMap(({ operationId: id, email, spent: { at, by } }) =>
    by.map(([position, amount]) => ({ id, position, email, at, amount })),
  )
  for (const chunk of toChunks(rows, MOST_AT_ONCE))
    await db.execute(sql`
      insert into restored_spends (operation_id, position, email, amount, at)
      select r.id, r.position, r.email, r.amount, r.at
      from jsonb_to_recordset(${JSON.stringify(chunk)}::jsonb)
        as r(id uuid, position int, email text, amount numeric, at timestamptz)
      where r.at > ${since.toISOString()}::timestamptz
        and not exists (select from transfers t where t.operation_id = r.id and t.position = r.position)
      on conflict do nothing`)
}

/** Lists the positions of these operations that are known to have moved nothing. */
export async function listUnpaid(db: Db, operationIds: string[]): Promise<Map<string, Set<number>>> {
  const unpaid = new Map<string, Set<number>>()
  if (operationIds.length === 0) return unpaid
  const { rows } = (await db.execute(sql`
    select t.operation_id as id, t.position from transfers t join operations o on o.id = t.operation_id
    where (t.status = 'failed' or o.status = 'failed') and t.operation_id in
      (select value::uuid from jsonb_array_elements_text(${JSON.stringify(operationIds)}::jsonb))`)) as {
    rows: { id: string; position: number }[]
  }
  for (const { id, position } of rows) unpaid.set(id, (unpaid.get(id) ?? new Set()).add(position))
  return unpaid
}
