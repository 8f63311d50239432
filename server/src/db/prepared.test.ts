// On PostgreSQL as well.
/**
 * Tests which messages are sent together: a transaction with its first statement, statements that do not wait for each
 * other, and names.
 */
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { openTestDatabase } from '../test/database.ts'
import { atOnce } from './at-once.ts'
import { openPool } from './in-process.ts'
import { preparingClient } from './prepared.ts'

const database = await openTestDatabase()
after(() => database.close())
const { db } = database
await db.execute(sql`create table notes (id int primary key, text text)`)
beforeEach(() => db.execute(sql`truncate notes`))
const insert = (id: number, text = 'x') => sql`insert into notes (id, text) values (${id}, ${text})`
const ids = async () =>
  ((await db.execute(sql`select id from notes order by id`)) as { rows: { id: number }[] }).rows.map(
    ({ id }) => id,
  )

/** One connection of its own. */
async function connect(onPooler?: () => void) {
  const pglite = database.url === null ? await PGlite.create() : null
  const client = preparingClient(onPooler)
  const pool = pglite
    ? openPool(pglite, client)
    : new pg.Pool({ connectionString: database.url ?? '', max: 1, pipeline: true, Client: client })
  // The database may be dropped before the server has seen that a connection has ended.
  pool.on('error', () => undefined)
  const connection = await pool.connect()
  return {
    connection,
    async end() {
      connection.release()
      await pool.end()
      await pglite?.close()
    },
  }
}

test('a transaction that is given up leaves nothing of its first statement either', async () => {
  await assert.rejects(
    db.transaction(async (tx) => {
      await tx.execute(insert(1))
      throw new Error('given up')
    }),
    /given up/,
  )
  assert.deepEqual(await ids(), [])
  for (let n = 1; n <= 8; n++) await db.transaction((tx) => tx.execute(insert(n)))
  assert.deepEqual(await ids(), [1, 2, 3, 4, 5, 6, 7, 8])
})

test('the answer of the first statement is its own, also of one without values', async () => {
  const [first, second] = await db.transaction(async (tx) => [
    await tx.execute(sql`select ${7}::int as n`),
    await tx.execute(sql`select pg_current_xact_id_if_assigned() is null as none`),
  ])
  assert.deepEqual((first as { rows: unknown[] }).rows, [{ n: 7 }])
  assert.deepEqual((second as { rows: unknown[] }).rows, [{ none: true }])
  const alone = await db.transaction((tx) => tx.execute(sql`select 1 as one`))
  assert.deepEqual((alone as { rows: unknown[] }).rows, [{ one: 1 }])
  await db.transaction(async () => undefined)
})

test('where a transaction cannot begin, its first statement is not run', async () => {
  const how = { isolationLevel: 'nonsense' as never }
  for (let n = 0; n < 8; n++) await assert.rejects(db.transaction((tx) => tx.execute(insert(n)), how))
  await assert.rejects(db.transaction((tx) => tx.execute(sql`insert into notes values (100, 'x')`), how))
  assert.deepEqual(await ids(), [])
})

test('statements at once run in their order, and see what was committed when their turn came', async () => {
  const [, seen] = await db.transaction((tx) =>
    atOnce(
      () => tx.execute(insert(1)),
      () => tx.execute(sql`select count(*)::int as n, ${1}::int as one from notes`),
    ),
  )
  assert.deepEqual((seen as { rows: unknown[] }).rows, [{ n: 1, one: 1 }])
})

test('they keep their order where the first has no values', async () => {
  const [, seen] = await db.transaction((tx) =>
    atOnce(
      () => tx.execute(sql`insert into notes (id) values (1)`),
      () => tx.execute(sql`select count(*)::int as n, ${1}::int as one from notes`),
    ),
  )
  assert.deepEqual((seen as { rows: unknown[] }).rows, [{ n: 1, one: 1 }])
})

test('of statements at once one that fails undoes all, once the others have ended', async () => {
  const ended: string[] = []
  const work = db.transaction((tx) =>
    atOnce(
      () => tx.execute(insert(1)),
      () => tx.execute(sql`select ${1}::int / 0`),
      async () => {
        await tx.execute(insert(2)).catch(() => undefined)
        await new Promise((resolve) => setImmediate(resolve))
        ended.push('the last one')
      },
    ),
  )
  await assert.rejects(work, (error) => /division by zero/.test(String((error as Error).cause)))
  assert.deepEqual([ended, await ids()], [['the last one'], []])
})

test('a statement whose first use by name fails at once is used again without an error, and costs no names', async () => {
  const read = () => db.transaction((tx) => tx.execute(sql`select id from missing where id > ${0}`))
  const gone = /missing/
  for (let round = 0; round < 5; round++) {
    // Repeated until it gets a name: the last one is the first use of one.
    for (let use = 0; use < 5; use++)
      await assert.rejects(read(), (error: Error) => gone.test(String(error.cause)))
    await db.execute(sql`create table missing (id int)`)
    for (let use = 0; use < 6; use++) await read()
    await db.execute(sql`drop table missing`)
  }
})

test('a statement that was first used when its table was empty is not planned at each use once it has grown', async () => {
  const { connection, end } = await connect()
  const text = 'select text from grown where id = $1'
  const fill = async (from: number, to: number) => {
    await connection.query(`insert into grown select n, 'x' from generate_series(${from}, ${to}) n`)
    await connection.query('analyze grown')
  }
  await connection.query('create table grown (id int primary key, text text)')
  await fill(1, 1)
  for (let n = 0; n < 12; n++) await connection.query(text, [1])
  await fill(2, 5_000)
  // Some go in one write, while the name changes.
  for (let n = 0; n < 10; n++)
    assert.equal(
      (await Promise.all(Array.from({ length: 10 }, () => connection.query(text, [n + 1])))).length,
      10,
    )
  const { rows }: pg.QueryResult<{ custom: number; generic: number }> = await connection.query(
    `select custom_plans::int as custom, generic_plans::int as generic from pg_prepared_statements
      where statement = '${text}'`,
  )
  assert.deepEqual(
    rows.map(({ custom, generic }) => [custom, generic > 0]),
    [[5, true]],
  )
  await connection.query('drop table grown')
  await end()
})

test('a sound statement whose first use by another name fails keeps being asked by name', async () => {
  const { connection, end } = await connect()
  await connection.query('create table once (id int primary key)')
  const text = 'insert into once values ($1)'
  for (let n = 0; n < 600; n++)
    await connection.query(text, [n]).then(
      () => undefined,
      (error: unknown) => assert.match(String(error), /duplicate key/),
    )
  // Every use from here on fails, the first of each new name as well.
  for (let n = 0; n < 600; n++) await assert.rejects(connection.query(text, [1]), /duplicate key/)
  await connection.query(text, [1_000])
  for (let n = 0; n < 5; n++) await connection.query(text, [1_001 + n])
  const { rows } = await connection.query(`select 1 from pg_prepared_statements where statement = '${text}'`)
  assert.equal(rows.length, 1)
  await connection.query('drop table once')
  await end()
})

test('a connection that is given other sessions, as poolers of transactions do, goes on without names', async () => {
  let noticed = 0
  // The statements as they really are: one that fails costs the pool its connection, which forgets its lost names.
  const { connection, end } = await connect(() => noticed++)
  const ask = (n: number) => connection.query(`select $1::int as n${n % 3}`, [n])
  let failed = 0
  for (let n = 0; n < 60; n++) {
    if (n % 6 === 5) await connection.query('deallocate all')
    await ask(n).then(
      ({ rows }: pg.QueryResult<object>) => assert.deepEqual(Object.values(rows[0] ?? {}), [n]),
      () => failed++,
    )
  }
  assert.deepEqual([failed, noticed], [3, 1])
  await end()
})
