// On PostgreSQL as well.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'drizzle-orm'
import { openTestDatabase } from '../../test/database.ts'
import { isFault } from '../fault.ts'
import { createIdempotency, type KeyedRequest } from './idempotency.ts'
import { createLog } from '../log.ts'
import { startHeartbeat } from '../heartbeat.ts'

const log = createLog('silent')
const database = await openTestDatabase()
const { db } = database
const heartbeat = await startHeartbeat(db, { alone: true, log })
after(async () => {
  await heartbeat.stop()
  await database.close()
})
const keys = createIdempotency(db, heartbeat)
let serial = 0
const request = (body: unknown = { a: 1, b: [1, { c: 2, d: 3 }] }): KeyedRequest => ({
  userId: 1,
  route: 'POST /x',
  key: `key-${serial}`,
  body,
})

test('the first executes, all others wait for its answer', async () => {
  serial++
  assert.equal(await keys.begin(request()), null)
  const others = Array.from({ length: 5 }, () => keys.begin(request()))
  await keys.store(db, request(), { status: 201, answer: { id: 7 } })
  for (const answer of await Promise.all(others)) assert.deepEqual(answer, { status: 201, answer: { id: 7 } })
})

test('of many concurrent requests exactly one is the first', async () => {
  serial++
  const all = Array.from({ length: 100 }, async () => {
    const stored = await keys.begin(request())
    if (stored === null) await keys.store(db, request(), { status: 200, answer: 'done' })
    return stored
  })
  assert.equal((await Promise.all(all)).filter((stored) => stored === null).length, 1)
})

test('the order of fields does not change the body, anything else does', async () => {
  serial++
  await keys.begin(request())
  await keys.store(db, request(), { status: 200, answer: null })
  assert.deepEqual(await keys.begin(request({ b: [1, { d: 3, c: 2 }], a: 1 })), { status: 200, answer: null })
  for (const other of [{ a: 1 }, { a: '1', b: [1, { c: 2, d: 3 }] }, { a: 1, b: [{ c: 2, d: 3 }, 1] }, null])
    await assert.rejects(keys.begin(request(other)), (error) => isFault(error, 'idempotency_key_reused'))
})

test('a key that was released can be used again', async () => {
  serial++
  assert.equal(await keys.begin(request()), null)
  await keys.release(request())
  assert.equal(await keys.begin(request({ other: true })), null)
})

test('the key of a process that died before it answered is claimed by the next request', async () => {
  serial++
  const dying = await startHeartbeat(db, { alone: false, log })
  assert.equal(await createIdempotency(db, dying).begin(request()), null)
  await dying.stop()
  assert.equal(await keys.begin(request()), null)
})

test('a process whose key was claimed by another cannot store its answer', async () => {
  serial++
  const slow = await startHeartbeat(db, { alone: false, log })
  const old = createIdempotency(db, slow)
  await old.begin(request())
  await slow.stop()
  assert.equal(await keys.begin(request()), null)
  await assert.rejects(old.store(db, request(), { status: 200, answer: 'late' }))
  await keys.store(db, request(), { status: 200, answer: 'true one' })
  assert.deepEqual(await keys.begin(request()), { status: 200, answer: 'true one' })
})

test('a key expires after 24 hours and not before', async () => {
  serial++
  await keys.begin(request())
  await keys.store(db, request(), { status: 200, answer: 'kept' })
  keys.ended(request())
  const age = (hours: string) =>
    db.execute(
      sql`update idempotency_keys set created_at = now() - ${hours}::interval where key = ${request().key}`,
    )
  await age('23 hours 59 minutes')
  await keys.sweep()
  assert.deepEqual(await keys.begin(request()), { status: 200, answer: 'kept' })
  await age('24 hours 1 minute')
  await keys.sweep()
  assert.equal(await keys.begin(request()), null)
})
