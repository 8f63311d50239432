/** Tables whose rows are only ever added: the database refuses to change or remove one, whoever asks. */
import { sql } from 'drizzle-orm'
import type { Db } from './client.ts'

const TABLES = ['audit', 'key_audit']

/** After the migrations, and again at each start: a database that was brought from elsewhere has it too. */
export async function keepAppendOnly(db: Db): Promise<void> {
  const { rows } = (await db.execute(
    sql`select count(*)::int as n from pg_trigger where tgname = 'append_only'`,
  )) as { rows: { n: number }[] }
  if (rows[0]?.n === TABLES.length) return
  await db.execute(sql`
    create or replace function refuse_change() returns trigger language plpgsql as $$
      begin
        raise exception 'the rows of % are only ever added', tg_table_name;
      end $$`)
  for (const table of TABLES)
    await db.execute(sql`
      create or replace trigger append_only before update or delete or truncate on ${sql.identifier(table)}
        for each statement execute function refuse_change()`)
}
