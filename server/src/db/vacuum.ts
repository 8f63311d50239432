/**
 * The embedded database runs alone, without the processes that clean up in a server: without this, tables that are
 * updated often grow for ever, and the planner never learns how large they are.
 */
import type pg from 'pg'

/** The thresholds of autovacuum: this many rows and this share of the table. */
const DEAD_ROWS = 500
const DEAD_SHARE = 0.1
/** The only connection is busy meanwhile: a few tables at a time, those with the most dead rows first. */
const TABLES_AT_ONCE = 3

/** Cleans up and analyses the tables that need it most. */
export async function vacuum(pool: pg.Pool): Promise<void> {
  // Its figures are collected by the session, and shown only once it hands them over.
  await pool.query('select pg_stat_force_next_flush()')
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
     where greatest(n_dead_tup, n_mod_since_analyze) > $1::float8 + $2::float8 * n_live_tup
     order by greatest(n_dead_tup, n_mod_since_analyze) desc limit $3`,
    [DEAD_ROWS, DEAD_SHARE, TABLES_AT_ONCE],
  )
  // One after another: other statements are answered in between.
  for (const { name } of rows) {
    await pool.query(`vacuum ${name}`)
    await pool.query(`analyze ${name}`)
  }
}
