// On PostgreSQL as well.
/** Locks by name: each user has his share of the connections. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { DrizzleQueryError } from 'drizzle-orm'
import type pg from 'pg'
import { createLog } from '../kernel/log.ts'
import { toFault } from '../kernel/http/route.ts'
import { onPostgres, openTestDatabase } from '../test/database.ts'
import { until } from '../test/until.ts'
import { createLocks, openNames } from './named-locks.ts'
import { createSessions } from './session.ts'

const database = await openTestDatabase()
after(() => database.close())

test('two locks of a user are held at once; his others wait, and another user need not', {
  skip: !onPostgres,
}, async () => {
  const { lock } = database
  assert.ok(lock)
  const held: string[] = []
  const releases: (() => Promise<void>)[] = []
  const take = async (name: string, userId: number) => {
    const release = await lock(name, userId)
    held.push(name)
    releases.push(release)
  }
  const all = Array.from({ length: 20 }, (_, n) => take(`first ${n}`, 1))
  await until('the first has two', () => held.length >= 2)
  await Promise.all([take('second a', 2), take('second b', 2)])
  assert.deepEqual(held.toSorted(), ['first 0', 'first 1', 'second a', 'second b'])
  for (let ended = 0; ended < 22; ended++) await (await until('one is held', () => releases.shift()))()
  await Promise.all(all)
  assert.equal(new Set(held).size, 22)
  // All have released theirs.
  await Promise.all([take('third a', 1), take('third b', 1)])
  for (const release of releases) await release()
})

test('a lock that cannot be had gives the turn of its user back', { skip: !onPostgres }, async () => {
  const { lock } = database
  assert.ok(lock)
  // PostgreSQL refuses the name, once it has a connection.
  for (let n = 0; n < 3; n++) await assert.rejects(lock('\0', 3))
  await (await lock('a name', 3))()
})

const toStatus = (error: unknown) => toFault(error, createLog('silent'), {}).status

test('a connection that was lost while nobody used it answers 503, and the next call gets another', {
  skip: !onPostgres,
}, async () => {
  const names = openNames({ connectionString: database.url ?? '', onConnect: createSessions().prepare() })
  names.on('error', () => undefined)
  const clients: pg.PoolClient[] = []
  names.on('connect', (client) => void clients.push(client))
  const lock = createLocks(names)
  await (await lock('a name', 1))()
  const [client] = clients as unknown as [{ connection: { stream: { destroy(): void } } }]
  client.connection.stream.destroy()
  await assert.rejects(lock('a name', 1), (error) => toStatus(error) === 503)
  await (await lock('a name', 1))()
  assert.equal(clients.length, 2)
  await names.end()
})

test('what the driver says of a lost connection is 503, and of a value that it cannot write 500', () => {
  const failed = (cause: Error) => new DrizzleQueryError('select $1', [1], cause)
  const lost = 'Client has encountered a connection error and is not queryable'
  assert.equal(toStatus(failed(new Error(lost))), 503)
  assert.equal(toStatus(failed(new TypeError('the value has no text'))), 500)
  assert.equal(toStatus(new Error(lost)), 500)
})
