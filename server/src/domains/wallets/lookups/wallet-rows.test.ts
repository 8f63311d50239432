// On PostgreSQL as well.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { systemClock } from '../../../kernel/clock.ts'
import { createLimiter } from '../../../kernel/concurrency/limiter.ts'
import { openTestDatabase } from '../../../test/database.ts'
import { recordStatements } from '../../../test/statements.ts'
import { createWallets } from '../index.ts'
import { createWalletRows } from './wallet-rows.ts'

const database = await openTestDatabase()
after(() => database.close())
const { db } = database
const masterKey = new Uint8Array(randomBytes(32))
const wallets = createWallets({
  db,
  clock: systemClock,
  limiter: createLimiter(db, systemClock),
  masterKey: { current: () => masterKey, candidates: () => [masterKey] },
})
const { rows: users } = (await db.execute(
  sql`insert into users (email) values ('rows@example.com') returning id`,
)) as {
  rows: { id: string | number }[]
}
const userId = Number(users[0]?.id)
const made = async () =>
  (
    await db.transaction((tx) =>
      wallets.creation.generate(tx, userId, { name: undefined, key: false, client: 'test' }),
    )
  ).address
const [first, second] = [await made(), await made()]

test('trades that ask for the same wallet at once read it once', async () => {
  const rows = createWalletRows(db, systemClock)
  let found: string[] = []
  const { statements } = await recordStatements(async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => rows.one(userId, first, true)))
    const both = rows.of(userId, [second, first], true)
    found = [...all, ...(await both)].map(({ address }) => address)
  })
  assert.deepEqual(found, [...Array.from({ length: 20 }, () => first), second, first])
  assert.equal(statements.length, 2, statements.join('\n'))
})

test('what is read as of now, or after a deletion, is not taken from a read that has begun before', async () => {
  const rows = createWalletRows(db, systemClock)
  const { statements } = await recordStatements(async () => {
    const before = rows.one(userId, first, true)
    const exact = rows.one(userId, first)
    rows.forget()
    await Promise.all([before, exact, rows.one(userId, first, true)])
  })
  assert.equal(statements.length, 3, statements.join('\n'))
})

test('one that failed is asked for anew', async () => {
  let fails = 1
  const failing = new Proxy(db, {
    get: (target, name, receiver) => {
      if (name === 'select' && fails-- > 0) throw new Error('the database is away')
      return Reflect.get(target, name, receiver)
    },
  })
  const rows = createWalletRows(failing, systemClock)
  await assert.rejects(rows.one(userId, first, true), /away/)
  assert.equal((await rows.one(userId, first, true)).address, first)
})
