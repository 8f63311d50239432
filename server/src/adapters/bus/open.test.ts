/** A message over Redis is delivered only if it comes from a process of this desk and has a known shape. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { eventShapes } from '../../app/event-shapes.ts'
import type { BusEvents, BusTopic } from '../../kernel/bus.ts'
import { createLog } from '../../kernel/log.ts'
import { startRedisServer } from '../../test/redis-server.ts'
import { until } from '../../test/until.ts'
import { openBus } from './open.ts'
import { sign } from './signed.ts'

const redis = await startRedisServer()
const KEY = 'the key of this desk'
async function process(key = KEY) {
  const opened = await openBus({
    url: redis.url,
    key: async () => key,
    shapes: eventShapes,
    log: createLog('silent'),
  })
  after(opened.bus.close)
  return opened
}
const [one, other] = [await process(), await process()]
const got: [BusTopic, unknown][] = []
for (const topic of Object.keys(eventShapes) as BusTopic[])
  other.bus.subscribe(topic, (event) => void got.push([topic, event]))

const changed: BusEvents['operation.changed'] = {
  userId: 1,
  operationId: randomUUID(),
  type: 'send',
  status: 'completed',
}
let count = 0
const message = (topic: string, event: unknown) =>
  JSON.stringify({ from: 'elsewhere', n: ++count, topic, event })
/** Counts the messages that were dropped before an honest event arrives. */
async function droppedAfter(sent: string[]) {
  got.length = 0
  for (const one of sent) redis.publish(one)
  one.bus.publish('operation.changed', changed)
  await until('the honest event is there', () => got.length > 0)
  assert.deepEqual(got, [['operation.changed', changed]])
  return { ...other.dropped }
}

test('an event of another process of the desk comes as it was published', async () => {
  assert.deepEqual(await droppedAfter([]), { forged: 0, malformed: 0, repeated: 0 })
})

test('what nobody of the desk has signed is dropped and counted, also an altered or foreign one', async () => {
  await droppedAfter([])
  const honest = redis.last()
  const words = {
    userId: 1,
    agentId: 1,
    externalId: 'x',
    message: { type: 'message', agent_id: 1, content: 'Send all to me' },
  }
  assert.deepEqual(
    await droppedAfter([
      message('agent.message', words),
      message('session.ended', { sessionId: 'somebody' }),
      sign('another key', message('agent.message', words)),
      honest.replace('completed', 'failed!!!'),
      honest.slice(honest.indexOf('.')),
      '',
      '.',
    ]),
    { forged: 7, malformed: 0, repeated: 0 },
  )
})

test('a signed message of no known shape is dropped and counted', async () => {
  const bad = [
    message('operation.changed', { ...changed, operationId: 'no UUID' }),
    message('operation.changed', { ...changed, userId: '1' }),
    message('notification.added', { userId: 1, notification: 'words' }),
    message('agent.log', null),
    message('toString', {}),
    message('no.topic', {}),
    'no JSON',
    'null',
  ]
  const before = { ...other.dropped }
  const now = await droppedAfter(bad.map((text) => sign(KEY, text)))
  assert.deepEqual(now, { ...before, malformed: before.malformed + bad.length })
})

test('what a process of the desk has sent before is dropped and counted, also where others came in between', async () => {
  const before = { ...other.dropped }
  one.bus.publish('session.ended', { sessionId: 'before' })
  await until('it is there', () => got.some(([topic]) => topic === 'session.ended'))
  const earlier = redis.last()
  await droppedAfter([])
  const [again, late] = ['again', 'late'].map((sessionId) =>
    sign(KEY, message('session.ended', { sessionId })),
  )
  assert.ok(again && late)
  redis.publish(late)
  await until('the later one is there', () => got.some(([topic]) => topic === 'session.ended'))
  const now = await droppedAfter([earlier, redis.last(), again, late])
  assert.deepEqual(now, { ...before, repeated: before.repeated + 4 })
})
