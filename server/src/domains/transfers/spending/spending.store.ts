/** Reads and writes the counts towards the limits of real money, under the lock of their user. */
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'

/** Lamports of one movement. */
export type Counted = { position: number; lamports: bigint }

/** A minute counts until all of it is out of the window. */
const minutesAfter = (since: string): SQL => sql`s.minute > ${since}::timestamptz - interval '1 minute'`

/** Selects movements that have not failed: those that have count no more. */
const unfailed = sql`o.status <> 'failed' and t.status is distinct from 'failed'`

/** An operation that is being written, and its counts. */
export type Written = { operationId: string; counted: Counted[] }

const toRows = (counted: Counted[]): SQL => {
  const rows = counted.map(({ position, lamports }) => [position, lamports.toString()])
  return sql`jsonb_array_elements(${JSON.stringify(rows)}::jsonb)`
}

/** `written`: if a lost database has the same operation, only the excess there counts beside it. */
const selectSum = (userId: number, since: string, written: Written | null = null): SQL => sql`(
  select (
    coalesce((select sum(s.amount) from spent_minutes s where s.user_id = ${userId} and ${minutesAfter(since)}), 0)
    + coalesce((
        select sum(c.amount) from open_spends c join operations o on o.id = c.operation_id
          left join transfers t on t.operation_id = c.operation_id and t.position = c.position
        where c.user_id = ${userId} and c.at > ${since}::timestamptz and ${unfailed}), 0)
    + coalesce((
        select sum(greatest(r.amount - coalesce((w.new->>1)::numeric, 0), 0))
        from restored_spends r join users u on u.email = r.email
          left join ${toRows(written?.counted ?? [])} as w(new)
            on r.operation_id = ${written?.operationId ?? null}::uuid and r.position = (w.new->>0)::int
        where u.id = ${userId} and r.at > ${since}::timestamptz
          and not exists (
            select from transfers t where t.operation_id = r.operation_id and t.position = r.position)), 0)
  )::text)`

const read = async (db: Db, query: SQL): Promise<bigint> => {
  const { rows } = (await db.execute(query)) as { rows: { spent: string }[] }
  return BigInt(rows[0]?.spent ?? '0')
}

/** Returns the lamports since then. */
export const spentSince = (db: Db, userId: number, since: Date): Promise<bigint> =>
  read(db, sql`select ${selectSum(userId, since.toISOString())} as spent`)

/**
 * Does the same, and folds away rows that cannot change any more: never more than a day of minutes and the rows that
 * are not final is read. Needs the lock of the user alone. The sum is of the rows before that, which all parts of a
 * statement see.
 */
export function spentAndFolded(
  tx: Db,
  userId: number,
  since: Date,
  written: Written | null = null,
): Promise<bigint> {
  const from = since.toISOString()
  return read(
    tx,
    sql`
    with ended as (
      delete from open_spends c using operations o
      where c.user_id = ${userId} and o.id = c.operation_id and o.finalized_at is not null
      returning c.operation_id, c.position, c.amount, c.at, o.status
    ), folded as (
      insert into spent_minutes (user_id, minute, amount)
      select ${userId}, date_trunc('minute', o.at), sum(o.amount)
      from ended o left join transfers t on t.operation_id = o.operation_id and t.position = o.position
      where o.at > ${from}::timestamptz and ${unfailed}
      group by 2
      on conflict (user_id, minute) do update set amount = spent_minutes.amount + excluded.amount
    ), over as (
      delete from spent_minutes s where s.user_id = ${userId} and not (${minutesAfter(from)})
    )
    select ${selectSum(userId, from, written)} as spent`,
  )
}

/**
 * Runs in the transaction that has written the operation. If a lost database had written it before with more, that
 * amount counts: the earlier transaction may be on the chain.
 */
export async function insertSpends(
  tx: Db,
  of: { operationId: string; userId: number; at: Date },
  counted: Counted[],
): Promise<void> {
  await tx.execute(sql`
    insert into open_spends (operation_id, position, user_id, amount, at)
    select ${of.operationId}::uuid, (w.new->>0)::int, ${of.userId},
      greatest((w.new->>1)::numeric, r.amount), ${of.at.toISOString()}::timestamptz
    from ${toRows(counted)} as w(new)
      left join restored_spends r on r.operation_id = ${of.operationId}::uuid and r.position = (w.new->>0)::int`)
}
