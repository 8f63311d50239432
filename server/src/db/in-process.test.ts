import { after, test } from 'node:test'
import assert from 'node:assert/strict'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/node-postgres'
import { until } from '../test/until.ts'
import { isDatabaseError } from './client.ts'
import { jobsOn, openPool } from './in-process.ts'

const database = await PGlite.create()
const pool = openPool(database)
after(async () => {
  await pool.end()
  await database.close()
})
const readPlans = async (text: string): Promise<{ generic_plans: string; custom_plans: string }[]> =>
  (
    await pool.query('select generic_plans, custom_plans from pg_prepared_statements where statement = $1', [
      text,
    ])
  ).rows as never[]

await pool.query('create table rows (id int primary key, text text)')

test('what is asked often is planned once, with the answers of each time', async () => {
  const text = 'select $1::int + 1 as sum, $2::text as text'
  for (let n = 0; n < 30; n++) {
    const { rows } = await pool.query(text, [n, 'é '.repeat(n)])
    assert.deepEqual(rows, [{ sum: n + 1, text: 'é '.repeat(n) }])
  }
  const [plan] = await readPlans(text)
  assert.ok(Number(plan?.generic_plans) > 0, 'it is planned each time')
})

test('texts that differ each time leave nothing behind', async () => {
  const before = (await pool.query('select count(*)::int as n from pg_prepared_statements')).rows[0] as {
    n: number
  }
  for (let n = 0; n < 3_000; n++) await pool.query(`select $1::int as a${n}`, [n])
  const { n } = (await pool.query('select count(*)::int as n from pg_prepared_statements')).rows[0] as {
    n: number
  }
  assert.ok(n <= before.n + 1, `${n - before.n} are kept`)
})

test('several statements in one text go on however often they are run, as those of the job queue are', async () => {
  const { db } = jobsOn(pool)
  for (let n = 0; n < 10; n++) await db?.executeSql('begin; select 1; commit', [])
})

test('a plan is made anew when its table has changed', async () => {
  await pool.query(`insert into rows values (1, 'one')`)
  const text = 'select id, text from rows where id = $1'
  for (let n = 0; n < 10; n++) await pool.query(text, [1])
  assert.equal((await readPlans(text)).length, 1)
  await pool.query('alter table rows add column more int')
  await pool.query('create index on rows (text)')
  assert.deepEqual((await pool.query(text, [1])).rows, [{ id: 1, text: 'one' }])
})

test('a statement that is asked often goes on after a value that cannot be written, and after its columns changed', async () => {
  const text = 'select $1::jsonb as json'
  for (let n = 0; n < 10; n++) await pool.query(text, [{ n }])
  await assert.rejects(pool.query(text, [{ n: 1n }]), TypeError)
  assert.deepEqual((await pool.query(text, [{ n: 1 }])).rows, [{ json: { n: 1 } }])
  for (let n = 0; n < 10; n++) await pool.query(text, [{ n }])
  await pool.query('create table wider (id int)')
  const all = 'select * from wider where id = $1'
  for (let n = 0; n < 10; n++) await pool.query(all, [n])
  await pool.query('alter table wider add column more int')
  await assert.rejects(pool.query(all, [1]), { code: '0A000' })
  assert.deepEqual((await pool.query(all, [1])).rows, [])
})

test('a failed statement fails alone, also one that is planned already, and within several', async () => {
  const insert = 'insert into rows (id, text) values ($1, $2)'
  for (let n = 100; n < 110; n++) await pool.query(insert, [n, 'x'])
  await assert.rejects(pool.query(insert, [100, 'x']), { code: '23505', constraint: 'rows_pkey' })
  await assert.rejects(pool.query('selec 1'), { code: '42601' })
  await assert.rejects(pool.query('begin; insert into rows (id) values (200); select 1 / 0; commit'), {
    code: '22012',
  })
  await pool.query(insert, [110, 'x'])
  const { rows } = await pool.query('select count(*)::int as n from rows where id >= 100')
  assert.deepEqual(rows, [{ n: 11 }])
})

test('who has the connection has it alone; a transaction that is given up leaves nothing', async () => {
  const client = await pool.connect()
  await client.query('begin')
  await client.query('insert into rows (id) values (300)')
  let isAnswered = false
  const other = pool
    .query('select count(*)::int as n from rows where id = 300')
    .finally(() => (isAnswered = true))
  await client.query('select 1')
  assert.equal(isAnswered, false)
  // Simulates a rollback that cannot be sent: the driver's connection goes, the database's session stays.
  client.release(true)
  assert.deepEqual((await other).rows, [{ n: 0 }])
})

test('large rows come whole, and many statements at once in their order', async () => {
  const large = 'x'.repeat(3_000_000)
  const { rows } = await pool.query('select $1::text as text, length($1::text) as n', [large])
  assert.deepEqual(rows, [{ text: large, n: large.length }])
  const all = await Promise.all(Array.from({ length: 500 }, (_, n) => pool.query('select $1::int as n', [n])))
  assert.deepEqual(
    all.map((answer) => (answer.rows[0] as { n: number }).n),
    all.map((_, n) => n),
  )
})

test('who listens is told of what was notified, once it is committed, and no more when it has closed', async () => {
  const told: string[] = []
  const { db } = jobsOn(pool)
  let connected = 0
  const listening = await db?.listen?.(
    'Some "channel"',
    (payload) => told.push(payload),
    () => connected++,
  )
  await pool.query(`select pg_notify('Some "channel"', 'a')`)
  await pool.query(`select pg_notify('other', 'b')`)
  await pool.query(`begin; select pg_notify('Some "channel"', 'c'); rollback`)
  await pool.query(`select pg_notify('Some "channel"', 'd')`)
  await until('it was told', () => told.length >= 2)
  await listening?.close()
  await pool.query(`select pg_notify('Some "channel"', 'e')`)
  await pool.query('select 1')
  assert.deepEqual([told, connected], [['a', 'd'], 1])
})

test('who listens is told though another ends to listen, and though the connection is lost', async () => {
  const told: string[] = []
  const { db } = jobsOn(pool)
  const listen = (hear: (payload: string) => void) => db?.listen?.('jobs', hear, () => undefined)
  const [first, second] = [await listen((payload) => told.push(payload)), await listen(() => undefined)]
  await second?.close()
  await pool.query(`select pg_notify('jobs', 'after the other')`)
  await until('it was told', () => told.includes('after the other'))
  const client = await pool.connect()
  client.release(true)
  await pool.query(`select pg_notify('jobs', 'by another connection')`)
  await until('it was told by another connection', () => told.includes('by another connection'))
  await first?.close()
  const { rows } = await pool.query('select pg_listening_channels()')
  assert.deepEqual(rows, [])
})

test('statements one after another, without a pause between them, leave sockets and timers their turn', async () => {
  let ended = false
  setTimeout(() => (ended = true), 1)
  // Only the database is waited for.
  while (!ended) await pool.query('select 1')
})

test('what waits for the connection is answered before the end, and a wait that is too long is one for the database', async () => {
  const other = await PGlite.create()
  const ending = openPool(other)
  ending.options.connectionTimeoutMillis = 50
  const holder = await ending.connect()
  const late = drizzle(ending).transaction(async () => undefined)
  await assert.rejects(late, (error) => isDatabaseError(error))
  ending.options.connectionTimeoutMillis = 60_000
  const waiting = ending.query('select 1 as one')
  const ended = ending.end()
  holder.release()
  const answer = await Promise.race([waiting, ended.then(() => null)])
  assert.deepEqual(answer?.rows, [{ one: 1 }])
  await ended
  await other.close()
})
