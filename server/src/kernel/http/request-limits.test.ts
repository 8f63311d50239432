/** Requests are counted whether Redis works or not. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fastify from 'fastify'
import { Redis } from 'ioredis'
import { startRedisServer } from '../../test/redis-server.ts'
import { createLog } from '../log.ts'
import { createLimits } from './request-limits.ts'

const MOST = 5

/** Counts requests of one client in a Redis, at a time that the test sets; returns whether each is within the limit. */
async function counting(commandTimeout: number) {
  const server = await startRedisServer()
  const redis = new Redis(server.url, { enableOfflineQueue: false, commandTimeout, maxRetriesPerRequest: 2 })
  redis.on('error', () => undefined)
  await new Promise((resolve) => redis.once('ready', resolve))
  let at = 0
  const app = fastify()
  const limits = await createLimits(app, { redis, clock: { monotonic: () => at }, log: createLog('silent') })
  const limit = limits('ask', MOST)
  app.decorateRequest('caller', null)
  app.get('/', (request) => limit(request))
  after(async () => {
    redis.disconnect()
    await app.close()
  })
  const ask = async () => (await app.inject('/')).json<{ isExceeded?: boolean }>().isExceeded === true
  const within = async (times: number) => {
    let allowed = 0
    for (let n = 0; n < times; n++) if (!(await ask())) allowed++
    return allowed
  }
  return { server, redis, within, pass: (ms: number) => void (at += ms) }
}

test('a Redis that is paused is waited for once in 10 s, and the limit holds in this process', async () => {
  const { server, within, pass } = await counting(50)
  assert.equal(await within(2), 2)
  server.pause(true)
  const before = server.commands()
  assert.equal(await within(2 * MOST), MOST)
  pass(9_999)
  assert.equal(await within(1), 0)
  assert.equal(server.commands(), before + 1)
  pass(1)
  assert.equal(await within(3), 0)
  assert.equal(server.commands(), before + 2)

  server.pause(false)
  pass(10_000)
  // Requests counted there before still count.
  assert.ok((await within(MOST)) < MOST)
  assert.equal(server.commands(), before + 2 + MOST)
})

test('of requests that come at once after 10 s, one finds out whether Redis answers', async () => {
  const { server, within, pass } = await counting(50)
  server.pause(true)
  await within(1)
  pass(10_000)
  const before = server.commands()
  await Promise.all([within(1), within(1), within(1)])
  assert.equal(server.commands(), before + 1)
})

test('with a dead Redis the limit holds in this process', async () => {
  const { redis, within } = await counting(1_000)
  redis.disconnect()
  assert.equal(await within(4 * MOST), MOST)
})
