/** Append-only tables: a trigger refuses updates, deletes and truncates. */
import { sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

type Database = Pick<PgDatabase<PgQueryResultHKT>, 'execute'>

const TABLES = ['audit', 'key_audit']
const BODY = `
begin
  raise exception 'the rows of % are only ever added', tg_table_name;
end`
/** pg_trigger.tgtype of 'before update or delete or truncate for each statement'. */
const BEFORE_ANY_CHANGE = 2 + 8 + 16 + 32

/** Tables that have exactly this trigger, enabled, with exactly this function. */
async function guarded(db: Database): Promise<Set<string>> {
  const { rows } = (await db.execute(sql`
    select c.relname as name
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
    where c.relnamespace = current_schema()::regnamespace and t.tgname = 'append_only' and not t.tgisinternal
      and t.tgenabled in ('O', 'A') and t.tgtype = ${BEFORE_ANY_CHANGE} and t.tgqual is null and t.tgattr = ''
      and p.proname = 'refuse_change' and p.pronamespace = c.relnamespace and p.prosrc = ${BODY}`)) as {
    rows: { name: string }[]
  }
  return new Set(rows.map(({ name }) => name))
}

/** Runs after the migrations and at each start, since a restored database may lack the triggers. */
export async function keepAppendOnly(db: Database): Promise<void> {
  const kept = await guarded(db)
  const open = TABLES.filter((table) => !kept.has(table))
  if (open.length === 0) return
  await db.execute(
    sql`create or replace function refuse_change() returns trigger language plpgsql as ${sql.raw(`$$${BODY}$$`)}`,
  )
  for (const table of open)
    await db.execute(sql`
      create or replace trigger append_only before update or delete or truncate on ${sql.identifier(table)}
        for each statement execute function refuse_change()`)
}
