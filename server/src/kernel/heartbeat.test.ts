// On PostgreSQL as well.
/** If two processes on one database do not receive each other's events, the later one does not start. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type SQL, sql } from 'drizzle-orm'
import { ConfigError } from '../config/config.ts'
import type { Db } from '../db/client.ts'
import { openTestDatabase } from '../test/database.ts'
import { systemClock } from './clock.ts'
import { createLog } from './log.ts'
import { startHeartbeat } from './heartbeat.ts'

const log = createLog('silent')
const { db, close } = await openTestDatabase()
after(close)
const start = (fanOut: boolean) => startHeartbeat(db, { alone: false, fanOut, log })
const living = async () =>
  ((await db.execute(sql`select id from processes`)) as { rows: { id: string }[] }).rows.length

test('a second process without fan-out is refused, and leaves no row', async () => {
  const first = await start(false)
  await assert.rejects(start(false), (error) => {
    assert.ok(error instanceof ConfigError)
    assert.match(
      error.message,
      /^Another Purser is running on this database\. Several servers need the same REDIS_URL: /,
    )
    assert.ok(!error.message.includes('\n'))
    return true
  })
  assert.equal(await living(), 1)
  await first.stop()
  await (await start(false)).stop()
})

test('a process with fan-out and one without refuse to run side by side, in either order', async () => {
  const silent = await start(false)
  await assert.rejects(start(true), ConfigError)
  await silent.stop()
  const telling = await start(true)
  await assert.rejects(start(false), ConfigError)
  await telling.stop()
})

test('several processes with fan-out run side by side', async () => {
  const all = await Promise.all([start(true), start(true), start(true)])
  assert.equal(await living(), 3)
  for (const one of all) await one.stop()
})

test('of several processes without fan-out that start at once one starts', async () => {
  const outcomes = await Promise.allSettled([start(false), start(false), start(false)])
  const started = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  assert.equal(started.length, 1)
  for (const one of started) await one.stop()
})

test('a process that was killed delays the start only until its heartbeat is stale', async () => {
  await db.execute(sql`insert into processes (id, seen_at) values ('killed', now())`)
  const began = performance.now()
  const next = await start(false)
  assert.ok(performance.now() - began < 5_000)
  assert.ok(next.isMine(next.claim()))
  await next.stop()
  await db.execute(sql`delete from processes`)
})

test('a heartbeat that is under way at the end does not make the process look alive', async () => {
  const [tick, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const asked = Promise.withResolvers<void>()
  let calls = 0
  let removed: Promise<unknown> | undefined
  let written: Promise<unknown> | undefined
  const slow = {
    execute(query: SQL) {
      calls++
      // The first is the start's, the second is held, the third removes the row.
      if (calls !== 2) return (removed = db.execute(query))
      asked.resolve()
      removed = undefined
      return (written = go.promise.then(() => removed).then(() => db.execute(query)))
    },
  } as unknown as Db
  let slept = 0
  const sleep = (ms: number, signal?: AbortSignal) =>
    slept++ === 0 ? tick.promise : systemClock.sleep(ms, signal)
  const heartbeat = await startHeartbeat(slow, { alone: false, log, clock: { ...systemClock, sleep } })
  tick.resolve()
  await asked.promise
  const stopping = heartbeat.stop()
  await new Promise(setImmediate)
  go.resolve()
  await stopping
  await written
  assert.equal(await living(), 0)
})
