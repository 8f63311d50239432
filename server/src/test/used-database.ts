/**
 * The embedded database of a process whose test files run one after another: emptied for the next of them instead of
 * opened anew, which takes ten times as long. It is reused only if its schema is the original one.
 */
import assert from 'node:assert/strict'
import type { PGlite } from '@electric-sql/pglite'

const OWN = `nspname not like 'pg\\_%' and nspname <> 'information_schema'`

/**
 * All that a test may have changed besides the rows of tables; names and definitions, since numbers differ with each
 * truncate.
 */
const SCHEMA = `
  with own as (select oid, nspname from pg_namespace where ${OWN}),
  parts as (
    select concat_ws(' ', 'schema', nspname) as part from own
    union all
    select concat_ws(' ', c.relkind, own.nspname, c.relname, c.reloptions, c.relpersistence, c.relispartition,
      pg_get_expr(c.relpartbound, c.oid), case when c.relkind in ('v', 'm') then pg_get_viewdef(c.oid) end)
    from pg_class c join own on own.oid = c.relnamespace where c.relkind <> 't'
    union all
    select concat_ws(' ', 'column', a.attrelid::regclass, a.attnum, a.attname, format_type(a.atttypid, a.atttypmod),
      a.attnotnull, a.attidentity, a.attgenerated, a.attstattarget, a.attoptions, pg_get_expr(d.adbin, d.adrelid))
    from pg_attribute a join pg_class c on c.oid = a.attrelid join own on own.oid = c.relnamespace
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attnum > 0 and c.relkind in ('r', 'p', 'v', 'm')
    union all
    select concat_ws(' ', pg_get_indexdef(i.indexrelid), i.indisvalid, i.indisclustered)
    from pg_index i join pg_class c on c.oid = i.indexrelid join own on own.oid = c.relnamespace
    union all
    select concat_ws(' ', 'constraint', o.conrelid::regclass, o.conname, pg_get_constraintdef(o.oid), o.convalidated)
    from pg_constraint o join own on own.oid = o.connamespace
    union all
    select concat_ws(' ', pg_get_triggerdef(t.oid), t.tgenabled)
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join own on own.oid = c.relnamespace
    where not t.tgisinternal
    union all
    select concat_ws(' ', p.oid::regprocedure, p.prosrc, p.proconfig) from pg_proc p join own on own.oid = p.pronamespace
    union all
    select concat_ws(' ', 'type', t.oid::regtype, e.enumlabel, e.enumsortorder)
    from pg_type t join own on own.oid = t.typnamespace left join pg_enum e on e.enumtypid = t.oid
    where t.typelem = 0 and t.typrelid = 0
    union all
    select concat_ws(' ', 'rule', r.ev_class::regclass, r.rulename, pg_get_ruledef(r.oid))
    from pg_rewrite r join pg_class c on c.oid = r.ev_class join own on own.oid = c.relnamespace
    union all
    select concat_ws(' ', 'setting', s.setdatabase, s.setrole, s.setconfig) from pg_db_role_setting s
    union all
    select concat_ws(' ', 'role', r.rolname) from pg_roles r
    union all
    select concat_ws(' ', 'extension', e.extname, e.extversion) from pg_extension e
    union all
    select concat_ws(' ', 'setting', f.name, f.setting) from pg_file_settings f
  )
  select md5(string_agg(part, E'\\n' order by part collate "C")) as hash from parts`

const TABLES = `
  select format('%I.%I', nspname, relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and ${OWN} order by 1`

const SEQUENCES = `
  select format('%I.%I', schemaname, sequencename) as name, last_value::text as value from pg_sequences order by 1`

/** Within an open transaction its session reads another time than the transaction's. */
const IS_BETWEEN_TRANSACTIONS = 'select now() = statement_timestamp() as holds'

type Session = Pick<PGlite, 'exec'>

/** Its whole state, as text that can be stored. */
export type State = {
  schema: string
  tables: string[]
  seeds: { name: string; rows: unknown }[]
  sequences: { name: string; value: string | null }[]
}

/** Restores that state; false if that is not possible: then it is closed. */
export async function emptyUsed(pglite: PGlite, first: State): Promise<boolean> {
  try {
    await empty(pglite, first)
    return true
  } catch {
    await pglite.close().catch(() => undefined)
    return false
  }
}

export async function readState(pglite: Session): Promise<State> {
  const tables = (await readRows<{ name: string }>(pglite, TABLES)).map(({ name }) => name)
  return { schema: await readSchema(pglite), tables, ...(await readContent(pglite, tables)) }
}

async function readContent(pglite: Session, tables: string[]): Promise<Pick<State, 'seeds' | 'sequences'>> {
  const seeds: State['seeds'] = []
  for (const name of await filled(pglite, tables)) {
    const [row] = await readRows<{ rows: unknown }>(pglite, `select json_agg(x)::text as rows from ${name} x`)
    seeds.push({ name, rows: row?.rows })
  }
  return { seeds, sequences: await readRows(pglite, SEQUENCES) }
}

async function empty(pglite: PGlite, first: State): Promise<void> {
  const [between] = await readRows<{ holds: boolean }>(pglite, IS_BETWEEN_TRANSACTIONS)
  if (between?.holds !== true) throw new Error('a transaction is open')
  await pglite.exec('discard all')
  if ((await readSchema(pglite)) !== first.schema) throw new Error('the schema was changed')
  const used = await filled(pglite, first.tables)
  // Triggers that refuse this belong to the product.
  await pglite.exec('begin; set local session_replication_role = replica')
  if (used.length > 0) await pglite.exec(`truncate ${used.join(', ')} restart identity cascade`)
  for (const { name, rows } of first.seeds)
    await pglite.query(`insert into ${name} select * from json_populate_recordset(null::${name}, $1)`, [rows])
  await pglite.exec('commit')
  const sequences = await readRows<State['sequences'][number]>(pglite, SEQUENCES)
  for (const [i, { name, value }] of first.sequences.entries())
    if (sequences[i]?.value !== value)
      await pglite.exec(
        value === null ? `alter sequence ${name} restart` : `select setval('${name}', ${value})`,
      )
  // Clears the statistics of the deleted rows.
  await pglite.exec(`
    delete from pg_statistic where starelid in
      (select c.oid from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${OWN});
    select pg_stat_reset()`)
  assert.deepEqual(await readContent(pglite, first.tables), {
    seeds: first.seeds,
    sequences: first.sequences,
  })
}

/** The tables that have rows. */
async function filled(pglite: Session, tables: string[]): Promise<string[]> {
  const each = tables.map((name) => `select '${name}' as name where exists (select from ${name})`)
  return (await readRows<{ name: string }>(pglite, each.join(' union all '))).map(({ name }) => name)
}

async function readSchema(pglite: Session): Promise<string> {
  const [row] = await readRows<{ hash: string }>(pglite, SCHEMA)
  if (!row) throw new Error('a database without a schema')
  return row.hash
}

/** Sent as one message: its own transaction begins with the statement. */
const readRows = async <Row>(pglite: Session, query: string): Promise<Row[]> =>
  ((await pglite.exec(query))[0]?.rows ?? []) as Row[]
