/** Health, status, metrics and the outbox. */
import { readOutbox } from '@purser/contract/accounts.ts'
import { type EndpointState, type MarketServiceState, readNetwork } from '@purser/contract/network.ts'
import { getStatus, HOLD_TEXTS, testServices } from '@purser/contract/system.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from './config/config.ts'
import { lowDisk } from './disk.ts'
import { Fault } from './kernel/fault.ts'
import { withTimeout } from './kernel/concurrency/with-timeout.ts'
import { type Clock, systemClock } from './kernel/clock.ts'
import { isForwarded, isLocal } from './kernel/http/host-check.ts'
import { type Gauge, serveMetrics } from './metrics.ts'
import { createLoadingCache } from './kernel/cache.ts'
import type { Router } from './kernel/http/route.ts'
import type { Outbox } from './ports/mail.ts'

export type SystemParts = {
  app: FastifyInstance
  router: Router
  config: Config
  version: string
  outbox: Outbox | null
  /** All must pass before the server is ready. */
  checks: Record<'database' | 'chain' | 'history' | 'workers', () => Promise<boolean>>
  /** Free bytes on the disk of DATA_DIR; null: not known. */
  disk(): Promise<number | null>
  /** Whether Redis answers; null: there is none. The desk is ready without it: Redis only makes things faster. */
  redis: (() => Promise<boolean>) | null
  /** Why nothing is signed; null: no hold. */
  hold(): keyof typeof HOLD_TEXTS | null
  /** Figures of the work beside requests, for /metrics. */
  gauges: readonly Gauge[]
  /** The state of each endpoint of the chain. */
  endpoints(): EndpointState[]
  /** The state of each service of a live market. */
  marketServices(): (MarketServiceState & { keySetting: string })[]
  services: { market(): Promise<boolean>; interpreter(): Promise<boolean>; mail(): Promise<boolean> }
  clock?: Clock
  /** Timeout of each check. */
  timeoutMs?: number
}

/** How long a readiness result is reused, however often it is requested. */
const HEALTH_CACHE_MS = 1_000
/** The same for services whose check may cost something. */
const SERVICES_CACHE_MS = 5_000
/** A check that takes longer has failed. */
const CHECK_TIMEOUT_MS = 3_000

type Check = () => Promise<boolean>
/** null: no answer in time. */
type Checked = boolean | null
type Health = {
  counted: Record<'database' | 'chain' | 'history', Checked>
  /** Shown, but not counted; null: there is no Redis. */
  beside: { redis: boolean } | null
}
type System = SystemParts & {
  clock: Clock
  /** Answers within the timeout of a check. */
  check(ask: Check): Promise<Checked>
  /** The last result, for as long as it is reused. */
  health(): Promise<Health>
}

export function systemRoutes(parts: SystemParts): void {
  const { app, config, clock = systemClock, timeoutMs = CHECK_TIMEOUT_MS, gauges } = parts
  const check = (ask: Check) => withTimeout(clock, timeoutMs, ask)
  const load = () => checkHealth(parts, check)
  const known = createLoadingCache({ clock, max: 1, ttlMs: HEALTH_CACHE_MS, load })
  const health = () => known('health')
  const system: System = { ...parts, clock, check, health }
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }))
  serveReadiness(system)
  serveStatus(system)
  serveServices(system)
  serveOutbox(system)
  serveMetrics({ app, config, clock, gauges: [...systemGauges(system), ...gauges] })
}

async function checkHealth({ checks, redis }: SystemParts, check: System['check']): Promise<Health> {
  const [database, chain, history, answers] = await Promise.all([
    check(checks.database),
    check(checks.chain),
    check(checks.history),
    redis && check(redis),
  ])
  return { counted: { database, chain, history }, beside: redis && { redis: answers === true } }
}

function serveReadiness(system: System): void {
  system.app.get('/readyz', { schema: { hide: true } }, async (_, reply) => {
    const { ready, ...details } = await readReadiness(system)
    return reply.code(ready ? 200 : 503).send({ ready, ...details })
  })
}

async function readReadiness({ health, check, checks, ...system }: System) {
  const { counted, beside } = await health()
  const results = Object.entries({ ...counted, workers: await check(checks.workers) })
  const held = system.hold()
  const low = lowDisk(await system.disk())
  const market = system.marketServices()
  const refused = market.filter(({ state }) => state === 'refused')
  const unanswered = results.filter(([, works]) => works === null).map(([name]) => name)
  return {
    ready: held === null && results.every(([, works]) => works === true),
    checks: Object.fromEntries(results.map(([name, works]) => [name, works === true])),
    endpoints: system.endpoints().map(({ name, state, lag, errorRate, latencyMs }) => ({
      name,
      state,
      lag,
      errorRate,
      latencyMs,
    })),
    ...beside,
    ...(unanswered.length === 0 ? {} : { unanswered }),
    ...(market.length === 0 ? {} : { market: market.map(({ name, state }) => ({ name, state })) }),
    // A setting that somebody has to fix; the desk is ready without it.
    ...(refused.length === 0 ? {} : { refusedSettings: refused.map(({ keySetting }) => keySetting) }),
    // No reason to be unready: there is room left.
    ...(low === null ? {} : { lowDisk: low }),
    ...(held === null ? {} : { hold: HOLD_TEXTS[held] }),
  }
}

function serveStatus({ router, config, version, outbox, hold, endpoints, marketServices }: System): void {
  router.serve(getStatus, async () => {
    const held = hold()
    return {
      status: 'ok' as const,
      cluster: config.cluster,
      market: config.market,
      version,
      outbox: outbox !== null,
      hold: held === null ? null : { reason: HOLD_TEXTS[held] },
    }
  })
  router.serve(readNetwork, async () => ({
    cluster: config.cluster,
    endpoints: endpoints(),
    services: marketServices().map(({ name, state, since, callsLeft }) => ({
      name,
      state,
      since,
      callsLeft,
    })),
  }))
}

function serveServices({ router, clock, check, checks, services }: System): void {
  const load = async () => {
    const asked = [checks.chain, services.market, services.interpreter, services.mail]
    const [chain = false, market = false, interpreter = false, mail = false] = await Promise.all(
      asked.map(async (ask) => (await check(ask)) === true),
    )
    return {
      success: chain && market && interpreter && mail,
      services: { chain, market, interpreter, mail },
    }
  }
  const known = createLoadingCache({ clock, max: 1, ttlMs: SERVICES_CACHE_MS, load })
  router.serve(testServices, () => known('services'))
}

function serveOutbox({ app, router, outbox }: System): void {
  router.serve(readOutbox, async ({ query }, request) => requireOutbox(outbox, request).read(query.to))
  app.get('/dev/outbox', { schema: { hide: true } }, (request, reply) => {
    requireOutbox(outbox, request)
    return reply.header('cache-control', 'no-cache').sendFile('index.html')
  })
}

/** Host and Origin were checked by the hooks of the kernel. */
function requireOutbox(outbox: Outbox | null, request: FastifyRequest): Outbox {
  if (!outbox || isForwarded(request) || !isLocal(request)) throw new Fault('route_not_found')
  return outbox
}

const systemGauges = ({ health, check, checks, hold, disk }: System): Gauge[] => [
  {
    name: 'purser_check',
    help: '1: the check of /readyz passes',
    labels: ['check'],
    async read() {
      const { counted, beside } = await health()
      const all = { ...counted, ...beside, workers: await check(checks.workers) }
      return Object.entries(all).map(([name, works]) => ({
        labels: { check: name },
        value: works === true ? 1 : 0,
      }))
    },
  },
  {
    name: 'purser_hold',
    help: '1: nothing is signed until npm run release',
    read: async () => [{ value: hold() === null ? 0 : 1 }],
  },
  {
    name: 'purser_disk_free_bytes',
    help: 'What is free where DATA_DIR is',
    async read() {
      const free = await disk()
      return free === null ? [] : [{ value: free }]
    },
  },
]
