/** Tables whose rows are only ever added: the database refuses to change or remove one, whoever asks. */
import { sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

type Database = Pick<PgDatabase<PgQueryResultHKT>, 'execute'>

const TABLES = ['audit', 'key_audit']
const BODY = `
begin
  raise exception 'the rows of % are only ever added', tg_table_name;
end`
/** As PostgreSQL writes 'before update or delete or truncate, for each statement' in pg_trigger.tgtype. */
const BEFORE_ANY_CHANGE = 2 + 8 + 16 + 32

/** Of these tables, those that really refuse: with this trigger itself, switched on, and a function that does as it says. */
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

/** After the migrations, and again at each start: a database that was brought from elsewhere has it too. */
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
