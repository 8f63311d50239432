// On PostgreSQL as well.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openTestDatabase } from '../../test/database.ts'
import { createLimiter } from './limiter.ts'

const database = await openTestDatabase()
after(() => database.close())
let now = Date.UTC(2026, 10, 20)
const limiter = createLimiter(database.db, { now: () => now })

test('concurrent calls pass up to the limit, and the others get the time to wait', async () => {
  const answers = await Promise.all(Array.from({ length: 25 }, () => limiter.hit('a', 10, 60)))
  assert.equal(answers.filter((wait) => wait === null).length, 10)
  assert.ok(answers.filter((wait) => wait !== null).every((wait) => wait === 60))
})

test('the wait shrinks as time passes and ends with the window', async () => {
  for (let i = 0; i < 3; i++) await limiter.hit('b', 2, 900)
  now += 600_500
  assert.equal(await limiter.hit('b', 2, 900), 300)
  now += 299_500
  assert.equal(await limiter.hit('b', 2, 900), null)
  assert.equal(await limiter.hit('b', 2, 900), null)
  assert.equal(await limiter.hit('b', 2, 900), 900)
})

test('calls over the limit do not extend the window', async () => {
  for (let i = 0; i < 50; i++) await limiter.hit('c', 1, 10)
  now += 10_000
  assert.equal(await limiter.hit('c', 1, 10), null)
})

test('sweeping deletes only expired windows', async () => {
  await limiter.hit('old', 1, 1)
  await limiter.hit('live', 1, 1_000)
  now += 2_000
  await limiter.sweep()
  assert.equal(await limiter.hit('old', 1, 1), null)
  assert.notEqual(await limiter.hit('live', 1, 1_000), null)
})
