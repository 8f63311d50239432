// On PostgreSQL as well.
/** A database that another version made is refused, and nothing in it is changed. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { type SQL, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { ConfigError, readConfig } from '../config/config.ts'
import { openDatabase } from '../database.ts'
import { createLog } from '../kernel/log.ts'
import { dumpDatabase, onPostgres, openTestDatabase } from '../test/database.ts'
import { type Db, startEmbedded } from './client.ts'
import { openPool } from './in-process.ts'
import { createDatabase } from './template.ts'

const EARLIER = onPostgres
  ? 'DATABASE_URL: this database was made by an earlier version of Purser. Export the keys of your wallets with that version, then start this one with an empty database.'
  : 'DATA_DIR: this directory was made by an earlier version of Purser. Export the keys of your wallets with that version, then start this one with an empty directory.'
const LATER = onPostgres
  ? 'DATABASE_URL: this database was made by a later version of Purser. Start that version.'
  : 'DATA_DIR: this directory was made by a later version of Purser. Start that version.'

const dir = mkdtempSync(join(tmpdir(), 'purser-migrate-'))
const server = onPostgres ? await openTestDatabase() : null
const url = server?.url ?? null
after(async () => {
  await server?.close()
  rmSync(dir, { recursive: true, force: true })
})

const open = () =>
  openDatabase(
    readConfig({ DATA_DIR: dir, ...(url === null ? {} : { DATABASE_URL: url }) }),
    createLog('silent'),
  )

/** The same database without the check of who made it. */
async function unchecked<T>(use: (db: Db) => Promise<T>): Promise<T> {
  const pglite = url === null ? await startEmbedded({ dir: join(dir, 'db') }) : null
  const pool = pglite ? openPool(pglite) : new pg.Pool({ connectionString: url ?? '' })
  try {
    return await use(drizzle(pool, { casing: 'snake_case' }))
  } finally {
    await pool.end()
    await pglite?.close()
  }
}

const run = async (db: Db, statements: SQL[]) => {
  for (const statement of statements) await db.execute(statement)
}

/** Every row and every column, and the migrations that were recorded. */
async function readContent(db: Db) {
  const readRows = async (query: SQL) => ((await db.execute(query)) as { rows: { name: string }[] }).rows
  const columns = await readRows(sql`
    select concat_ws('.', table_schema, table_name, column_name) as name from information_schema.columns
    where table_schema not in ('pg_catalog', 'information_schema') order by 1`)
  const isTracked = columns.some(({ name }) => name.startsWith('drizzle.'))
  const applied = isTracked ? await readRows(sql`select * from drizzle.__drizzle_migrations order by id`) : []
  return { columns, applied, rows: await dumpDatabase(db) }
}

/** Asserts the refusal in the state after these statements; `back` undoes them. */
async function assertRefused(sentence: string, statements: SQL[], back: SQL[] = []): Promise<void> {
  const before = await unchecked(async (db) => {
    await run(db, statements)
    return readContent(db)
  })
  await assert.rejects(open(), new ConfigError(sentence))
  await unchecked(async (db) => {
    assert.deepEqual(await readContent(db), before)
    await run(db, back)
  })
}

const countUsers = async ({ db }: { db: Db }) =>
  ((await db.execute(sql`select count(*)::int as n from users`)) as { rows: { n: number }[] }).rows[0]?.n

void test('an empty database is migrated, though another program has tables there, and opens again as it is', async () => {
  if (url === null) await createDatabase(join(dir, 'db'))
  await unchecked((db) =>
    run(db, [
      sql`drop schema public cascade`,
      sql`drop schema drizzle cascade`,
      sql`drop schema if exists jobs cascade`,
      sql`create schema public`,
      sql`create table of_another_program (id int)`,
    ]),
  )
  const first = await open()
  await first.db.execute(sql`insert into users (email) values ('ann@example.com')`)
  await first.close()
  const second = await open()
  assert.equal(await countUsers(second), 1)
  await second.close()
})

void test('a migration that is unknown here, after all of this version, is of a later one', () =>
  assertRefused(
    LATER,
    [
      sql`insert into drizzle.__drizzle_migrations (hash, created_at)
        select 'of a later version', max(created_at) + 1 from drizzle.__drizzle_migrations`,
    ],
    [sql`delete from drizzle.__drizzle_migrations where hash = 'of a later version'`],
  ))

void test('other migrations than those of this version are of an earlier one', () =>
  assertRefused(
    EARLIER,
    [
      sql`create table kept_hashes as select id, hash from drizzle.__drizzle_migrations`,
      sql`update drizzle.__drizzle_migrations set hash = 'of an earlier version ' || id`,
    ],
    [
      sql`update drizzle.__drizzle_migrations m set hash = k.hash from kept_hashes k where k.id = m.id`,
      sql`drop table kept_hashes`,
    ],
  ))

void test('what was refused opens once its migrations are those of this version', async () => {
  const database = await open()
  assert.equal(await countUsers(database), 1)
  await database.close()
})

void test('tables of which nobody wrote down how they were made are of an earlier version', async () => {
  await assertRefused(EARLIER, [sql`delete from drizzle.__drizzle_migrations`])
  await assertRefused(EARLIER, [sql`drop schema drizzle cascade`])
})
