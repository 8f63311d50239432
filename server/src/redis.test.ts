// On PostgreSQL as well.
/**
 * A desk with Redis: its processes trust each other by a key of their database, and others who reach Redis are ignored.
 */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { channels } from '@purser/contract/live.ts'
import { openBus } from './adapters/bus/open.ts'
import { eventShapes } from './app/event-shapes.ts'
import { createLog } from './kernel/log.ts'
import { findSetting } from './kernel/settings.store.ts'
import { startTestDesk, until } from './test/harness.ts'
import { startRedisServer } from './test/redis-server.ts'

const redis = await startRedisServer()
const desk = await startTestDesk({ network: 'steered', env: { REDIS_URL: redis.url } })
const { token, id: userId } = await desk.signUp()
const readyz = async () => {
  const answer = await fetch(`${desk.url}/readyz`)
  return { status: answer.status, ...((await answer.json()) as { redis?: boolean; ready: boolean }) }
}

/** Another process on the database: its messages reach the consoles of this one. */
async function otherProcess() {
  const key = async () => (await findSetting(desk.database.db, 'bus_key')) ?? assert.fail('there is no key')
  const { bus } = await openBus({ url: redis.url, key, shapes: eventShapes, log: createLog('silent') })
  after(bus.close)
  return bus
}

const types = (messages: { type?: string }[]) => messages.flatMap(({ type }) => type ?? [])

test('processes of one database hear each other, also while and after the master key is changed; strangers are not heard', async () => {
  const other = await otherProcess()
  const screen = desk.socket(channels.status, { token })
  await screen.opened
  other.publish('top-ups.changed', { userId })
  await screen.message(({ type }) => type === 'top_ups_changed')
  await desk.app.rotation.rotate({ deep: false })
  const since = await otherProcess()
  const event = { userId }
  redis.publish(JSON.stringify({ from: 'elsewhere', topic: 'everything.stopped', event }))
  for (const bus of [other, since]) bus.publish('payments.changed', event)
  const heard = () => types(screen.messages).filter((type) => type === 'payments_changed').length
  await until('both are heard', () => heard() === 2)
  assert.ok(!types(screen.messages).includes('everything_stopped'))
  const metrics = await (await fetch(`${desk.url}/metrics`)).text()
  assert.match(metrics, /^purser_bus_messages_dropped\{reason="forged"\} 1$/m)
  screen.close()
})

test('without Redis the desk answers as before, is ready, and says that Redis is away', async () => {
  const before = await readyz()
  assert.deepEqual([before.status, before.redis], [200, true])
  redis.pause(true)
  const away = await until('it is seen', async () => {
    const now = await readyz()
    return now.redis === false && now
  })
  assert.deepEqual([away.status, away.ready], [200, true])
  redis.pause(false)
  await until('it is back', async () => (await readyz()).redis)
})
