/**
 * Reads of a session that was valid before begin while it is looked up again, and nothing is answered before that ends.
 */
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { endpoint } from '@purser/contract/endpoint.ts'
import Fastify, { type InjectOptions } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { Db } from '../../db/client.ts'
import { until } from '../../test/until.ts'
import { admit, type Caller } from './admission.ts'
import { Fault } from '../fault.ts'
import type { Idempotency } from './idempotency.ts'
import { systemClock } from '../clock.ts'
import { createLog } from '../log.ts'
import { createRouter, handleErrors, type ServeOptions } from './route.ts'

const answer = z.object({ of: z.number() })
const read = endpoint({ method: 'GET', path: '/thing', summary: '', access: 'session', answer })
const limited = endpoint({ ...read, path: '/limited' })
const ofSession = endpoint({ ...read, path: '/of-session' })
const secret = endpoint({ ...read, path: '/secret', secret: true })
const queried = endpoint({ ...read, path: '/queried', query: z.object({ n: z.string() }) })
const change = endpoint({ ...read, method: 'POST', path: '/thing', idempotent: false })

const caller: Caller = { userId: 7, sessionId: 's' }
const lookups: PromiseWithResolvers<Caller | null>[] = []
let handled = 0
let failure: Error | null = null

const app = Fastify()
app.setSerializerCompiler(serializerCompiler)
handleErrors(app, createLog('silent'))
await admit(app, {
  authenticate: () => {
    const lookup = Promise.withResolvers<Caller | null>()
    lookups.push(lookup)
    return lookup.promise
  },
  redis: null,
  clock: systemClock,
  log: createLog('silent'),
})
const router = createRouter({ app, db: {} as Db, idempotency: {} as Idempotency, served: [] })
async function handle(call: { caller: Caller }): Promise<{ of: number }> {
  handled++
  if (failure) throw failure
  return { of: call.caller.userId }
}
const serve = (one: typeof read, options?: ServeOptions<typeof read>) => router.serve(one, handle, options)
for (const one of [read, secret, change]) serve(one)
router.serve(queried, handle)
serve(limited, { allow: async () => undefined })
serve(ofSession, { afterLookup: true })
after(() => app.close())

const ask = (url: string, n = 0, method: InjectOptions['method'] = 'GET') =>
  app.inject({ method, url: `/api${url}`, headers: { authorization: `Bearer ${`${n}`.padStart(43, 'x')}` } })
/** The next lookup that begins. */
async function lookup(): Promise<PromiseWithResolvers<Caller | null>> {
  await until('a lookup', () => lookups.length > 0)
  return lookups.shift() as PromiseWithResolvers<Caller | null>
}
const settle = async (found: Caller | null) => (await lookup()).resolve(found)

beforeEach(() => {
  handled = 0
  failure = null
})

/** Makes the session a known one. */
async function know(n: number): Promise<void> {
  handled = 0
  const first = ask('/thing', n)
  const waiting = await lookup()
  assert.equal(handled, 0)
  waiting.resolve(caller)
  assert.equal((await first).statusCode, 200)
  handled = 0
}

test('a known session is read for at once, and answered once it was looked up', async () => {
  await know(1)
  let answered = false
  const asked = ask('/thing', 1).finally(() => (answered = true))
  const waiting = await lookup()
  await until('the read', () => handled === 1)
  assert.equal(answered, false)
  waiting.resolve(caller)
  assert.deepEqual([(await asked).statusCode, (await asked).json()], [200, { of: 7 }])
})

test('one that has ended meanwhile is told nothing, and is read for no more', async () => {
  await know(2)
  const asked = ask('/thing', 2)
  await settle(null)
  assert.deepEqual([(await asked).statusCode, (await asked).json().of, handled], [401, undefined, 1])
  const again = ask('/thing', 2)
  await settle(null)
  assert.deepEqual([(await again).statusCode, handled], [401, 1])
})

test('nor why its request would have failed', async () => {
  await know(3)
  failure = new Fault('not_found', { what: 'Thing' })
  const missing = ask('/thing', 3)
  await settle(null)
  assert.equal((await missing).statusCode, 401)
  failure = null
  await know(4)
  const wrong = ask('/queried', 4)
  await settle(null)
  assert.equal((await wrong).statusCode, 401)
  await know(5)
  failure = new Fault('not_found', { what: 'Thing' })
  const own = ask('/thing', 5)
  await settle(caller)
  assert.equal((await own).statusCode, 404)
})

test('a lookup that fails is an error, not an answer', async () => {
  await know(6)
  const asked = ask('/thing', 6)
  ;(await lookup()).reject(Object.assign(new Error('gone'), { code: 'ECONNRESET' }))
  assert.deepEqual([(await asked).statusCode, (await asked).json().of], [503, undefined])
})

test('what changes, is counted, is secret, or tells of the session waits for the lookup', async () => {
  await know(8)
  for (const [url, method] of [
    ['/thing', 'POST'],
    ['/limited', 'GET'],
    ['/secret', 'GET'],
    ['/of-session', 'GET'],
  ] as const) {
    const asked = ask(url, 8, method)
    await settle(null)
    assert.deepEqual([(await asked).statusCode, handled], [401, 0], `${method} ${url}`)
    await know(8)
  }
})
