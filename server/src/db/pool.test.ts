// On PostgreSQL as well.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { onPostgres, openTestDatabase } from '../test/database.ts'
import type { Db } from './client.ts'

const database = await openTestDatabase()
const { db } = database
after(database.close)
await db.execute(sql`create table kept (id int primary key)`)

const insert = (tx: Db, id: number) => tx.execute(sql`insert into kept values (${id})`)
const kept = async (): Promise<number[]> => {
  const { rows } = (await db.execute(sql`select id from kept order by id`)) as { rows: { id: number }[] }
  return rows.map(({ id }) => id)
}
/** Of drizzle's errors the cause tells. */
const isDuplicate = (error: { cause?: { code?: string } }) => error.cause?.code === '23505'

test('a transaction keeps all of it, or nothing', async () => {
  const answer = await db.transaction(async (tx) => {
    await insert(tx, 1)
    await insert(tx, 2)
    return 'done'
  })
  assert.equal(answer, 'done')
  const failed = db.transaction(async (tx) => {
    await insert(tx, 3)
    await insert(tx, 1)
  })
  await assert.rejects(failed, isDuplicate)
  assert.deepEqual(await kept(), [1, 2])
})

test('a transaction whose first statement fails leaves a session that is none', async () => {
  await assert.rejects(
    db.transaction(async (tx) => {
      await insert(tx, 1)
    }),
    isDuplicate,
  )
  await assert.rejects(db.transaction((tx) => tx.execute(sql`select no_such_column`)))
  await db.transaction(async () => undefined)
  await insert(db, 5)
  assert.deepEqual(await kept(), [1, 2, 5])
})

test('a statement that begins a transaction is undone with it', async () => {
  for (const first of [sql`insert into kept values (6)`, sql`insert into kept values (${7})`])
    await assert.rejects(
      db.transaction(async (tx) => {
        await tx.execute(first)
        throw new Error('given up')
      }),
      /given up/,
    )
  const isolation = await db.transaction(async (tx) => {
    await tx.execute(sql`set local lock_timeout = 1234`)
    const { rows } = (await tx.execute(sql`show lock_timeout`)) as { rows: object[] }
    return rows
  })
  assert.deepEqual(isolation, [{ lock_timeout: '1234ms' }])
  assert.deepEqual(await kept(), [1, 2, 5])
})

test('nothing that is asked beside the first statement runs without its transaction', async () => {
  for (const first of [sql`selec 1`, sql`select no_such_column from kept where id = ${1}`])
    await assert.rejects(db.transaction((tx) => Promise.all([tx.execute(first), insert(tx, 8)])))
  const seen = await db.transaction(async (tx) => {
    const count = sql`select count(*)::int as n from kept`
    const all = [insert(tx, 8), tx.execute(count), insert(tx, 9), tx.execute(count)]
    return (await Promise.all(all)) as unknown as { rows: object[] }[]
  })
  assert.deepEqual(
    seen.map(({ rows }) => rows),
    [[], [{ n: 4 }], [], [{ n: 5 }]],
  )
})

// The embedded database begins with a statement of its own.
test('what cannot begin writes nothing, whatever is asked in it, and its commit is none', {
  skip: !onPostgres,
}, async () => {
  const { $client: pool } = db as unknown as { $client: pg.Pool }
  const client = await pool.connect()
  // In a transaction that has failed the server refuses to begin another one.
  await client.query('begin')
  await assert.rejects(client.query('select no_such_column'))
  await client.query('begin')
  const asked = [10, 11].map((id) => client.query('insert into kept values ($1)', [id]))
  const failed = await Promise.allSettled([...asked, client.query('insert into kept values (12)')])
  assert.deepEqual(
    failed.map(({ status }) => status),
    ['rejected', 'rejected', 'rejected'],
  )
  await assert.rejects(client.query('insert into kept values (13)'), { code: '25P02' })
  await assert.rejects(client.query('commit'), { code: '25P02' })
  await client.query('rollback')
  client.release()
  assert.ok((await kept()).every((id) => id < 10))
})

test('a hundred at once, of which every third fails, keep what did not', async () => {
  await db.execute(sql`delete from kept`)
  await insert(db, 0)
  const all = Array.from({ length: 100 }, (_, i) =>
    db.transaction(async (tx) => {
      await insert(tx, 1_000 + i)
      await insert(tx, i % 3 === 0 ? 0 : 2_000 + i)
    }),
  )
  const failed = (await Promise.allSettled(all)).filter(({ status }) => status === 'rejected')
  assert.equal(failed.length, 34)
  assert.equal((await kept()).length, 1 + 2 * 66)
})
