// On PostgreSQL as well.
/** A test that opens a database finds no rows of earlier or concurrent ones. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { onPostgres, openTestDatabase, type TestDatabase } from './database.ts'
import { readState } from './used-database.ts'

const readRows = async (db: Db, query: string) =>
  ((await db.execute(sql.raw(query))) as { rows: Record<string, unknown>[] }).rows

async function addUser(db: Db, email = 'someone@example.com'): Promise<string> {
  const [row] = await readRows(db, `insert into users (email) values ('${email}') returning id`)
  return String(row?.id)
}

/** All that a test could see of it; `jobs.version` contains the time at which the template was built. */
async function seen({ db, dump }: TestDatabase) {
  return {
    rows: (await dump()).split('\n').sort(),
    sequences: await readRows(
      db,
      `select sequencename, last_value from pg_sequences where schemaname <> 'drizzle' order by 1`,
    ),
    settings: await readRows(
      db,
      `select name, setting from pg_settings where name like '%timeout' order by 1`,
    ),
    statistics: await readRows(db, `select count(*) from pg_stats where schemaname in ('public', 'jobs')`),
    planned: await readRows(db, `select relname, reltuples from pg_class where relname = 'users'`),
    tables: await readRows(
      db,
      `select relname from pg_class where relkind = 'r' and relname !~ '^(pg|sql)_' order by 1`,
    ),
  }
}

async function use(work: (database: TestDatabase) => Promise<unknown>): Promise<void> {
  const database = await openTestDatabase()
  try {
    await work(database)
  } finally {
    await database.close()
  }
}

test('rows, numbers, settings, statistics, locks and listeners of before are gone', async () => {
  let first: unknown
  await use(async (database) => void (first = await seen(database)))
  for (let i = 0; i < 3; i++)
    await use(async (database) => {
      assert.deepEqual(await seen(database), first)
      const { db } = database
      assert.equal(await addUser(db), '1')
      await readRows(
        db,
        `insert into audit (user_id, type, detail, address, device) values (1, 'sign-in', '{}', 'a', 'b')`,
      )
      await readRows(db, 'update jobs.version set version = version + 1; delete from jobs.queue')
      await readRows(db, 'analyze users')
      await readRows(db, `set lock_timeout = '77s'; create temporary table passing (id int); listen told`)
      await readRows(db, 'select pg_advisory_lock(4711)')
    })
  await use(async ({ db }) => {
    assert.deepEqual(await readRows(db, 'select pg_listening_channels()'), [])
    assert.deepEqual(
      await readRows(db, `select 1 from pg_locks where locktype = 'advisory' and objid = 4711`),
      [],
    )
    assert.deepEqual(await readRows(db, `select 1 from pg_class where relname = 'passing'`), [])
  })
})

test('a database whose schema was changed is not given again', async () => {
  await use(async ({ db }) => readRows(db, 'create table more (id int)'))
  await use(async ({ db }) =>
    assert.deepEqual(await readRows(db, `select 1 from pg_class where relname = 'more'`), []),
  )
})

const CHANGES = [
  'alter table users add column more int',
  'drop trigger append_only on audit',
  'alter table audit disable trigger append_only',
  `create or replace function refuse_change() returns trigger language plpgsql as 'begin return null; end'`,
  'create index on users (email)',
  'alter table users alter column email set default 1',
  'alter table users alter column email drop not null',
  'create schema more',
  'create sequence more',
  `create view more as select 1 as one`,
  `do $$ begin execute format('alter database %I set lock_timeout = 77000', current_database()); end $$`,
]

test('each change of a schema is seen', { skip: onPostgres }, async () => {
  const database = await openTestDatabase()
  const client = await database.pool?.connect()
  assert.ok(client)
  const exec = async (query: string) => [{ rows: (await client.query<object>(query)).rows, fields: [] }]
  const { schema } = await readState({ exec })
  for (const change of CHANGES) {
    await client.query('begin')
    await client.query(change)
    assert.notEqual((await readState({ exec })).schema, schema, change)
    await client.query('rollback')
    assert.equal((await readState({ exec })).schema, schema, change)
  }
  client.release()
  await database.close()
})

test('of several at once each is its own, also once some are closed', async () => {
  const [one, two] = await Promise.all([openTestDatabase(), openTestDatabase()])
  assert.equal(await addUser(one.db), '1')
  assert.equal(await addUser(two.db), '1')
  await one.close()
  const three = await openTestDatabase()
  assert.equal((await readRows(three.db, 'select 1 from users')).length, 0)
  assert.equal((await readRows(two.db, 'select 1 from users')).length, 1)
  await Promise.all([two.close(), three.close()])
  await use(async ({ db }) => assert.equal((await readRows(db, 'select 1 from users')).length, 0))
})

test('a handle that was closed reaches nobody', async () => {
  const former = await openTestDatabase()
  await former.close()
  await use(async ({ db }) => {
    await assert.rejects(addUser(former.db))
    assert.equal(await former.healthy(), false)
    assert.equal((await readRows(db, 'select 1 from users')).length, 0)
    assert.equal(await addUser(db), '1')
  })
})

test('an open transaction is not given on', async () => {
  await use(async ({ db }) => readRows(db, `begin; insert into users (email) values ('open@example.com')`))
  await use(async ({ db }) => {
    assert.equal((await readRows(db, 'select 1 from users')).length, 0)
    assert.equal((await readRows(db, 'select 1 where now() = statement_timestamp()')).length, 1)
  })
})
