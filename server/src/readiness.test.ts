/** Health requests when the services behind them never answer. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServices } from '@purser/contract/system.ts'
import fastify from 'fastify'
import type { Config } from './config/config.ts'
import { type SystemParts, systemRoutes } from './system.routes.ts'

const works = async () => true
const hangs = () => new Promise<never>(() => undefined)
const fails = async () => {
  throw new Error('it broke')
}

const seen = {
  name: 'endpoint 1',
  state: 'ok',
  lag: 2,
  errorRate: 0.1,
  latencyMs: 12,
  history: true,
  firstBlock: '0',
  version1: true,
  commitment: 'confirmed',
  restSeconds: 0,
  checkedAt: null,
} as const
/** The part that a stranger sees. */
const endpoints = [{ name: 'endpoint 1', state: 'ok', lag: 2, errorRate: 0.1, latencyMs: 12 }]

/** The routes over these checks, with a timeout of 50 ms each. */
function routes(
  changed: Partial<SystemParts['checks'] & SystemParts['services']>,
  { redis = null, free = null }: { redis?: SystemParts['redis']; free?: number | null } = {},
) {
  const app = fastify()
  const served = new Map<unknown, () => Promise<unknown>>()
  const all = { database: works, chain: works, history: works, workers: works }
  const services = { market: works, interpreter: works, mail: works }
  systemRoutes({
    app,
    router: { serve: (endpoint, handle) => void served.set(endpoint, handle as never) },
    config: { cluster: 'localnet' } as Config,
    version: 'test',
    outbox: null,
    checks: { ...all, ...changed },
    disk: async () => free,
    redis,
    hold: () => null,
    endpoints: () => [seen],
    marketServices: () => [],
    services: { ...services, ...changed },
    gauges: [],
    timeoutMs: 50,
  })
  const readyz = async () => {
    const { statusCode, body } = await app.inject('/readyz')
    return { status: statusCode, ...(JSON.parse(body) as object) }
  }
  return { readyz, services: () => served.get(testServices)?.() }
}
const fine = { database: true, chain: true, history: true, workers: true }

void test('whether Redis answers is said, and the desk is as ready without it', async () => {
  for (const [redis, answers] of [
    [works, true],
    [fails, false],
    [hangs, false],
  ] as const)
    assert.deepEqual(await routes({}, { redis }).readyz(), {
      status: 200,
      ready: true,
      checks: fine,
      endpoints,
      redis: answers,
    })
})

void test('a check that never settles is given up after its time, and named', async () => {
  assert.deepEqual(await routes({}).readyz(), { status: 200, ready: true, checks: fine, endpoints })
  for (const name of ['database', 'chain', 'history', 'workers'] as const)
    assert.deepEqual(await routes({ [name]: hangs }).readyz(), {
      status: 503,
      ready: false,
      checks: { ...fine, [name]: false },
      endpoints,
      unanswered: [name],
    })
  assert.deepEqual(await routes({ chain: fails }).readyz(), {
    status: 503,
    ready: false,
    checks: { ...fine, chain: false },
    endpoints,
  })
})

void test('below 200 MB of room on the disk it is said, and the desk is as ready', async () => {
  const said = async (free: number | null) => {
    const { status, lowDisk } = (await routes({}, { free }).readyz()) as { status: number; lowDisk?: unknown }
    return [status, lowDisk]
  }
  assert.deepEqual(await said(199_999_999), [200, { free_mb: 199 }])
  for (const free of [200_000_000, null]) assert.deepEqual(await said(free), [200, undefined])
})

void test('a service that never answers is told as one that does not work', async () => {
  assert.deepEqual(await routes({ market: hangs, mail: fails }).services(), {
    success: false,
    services: { chain: true, market: false, interpreter: true, mail: false },
  })
})
