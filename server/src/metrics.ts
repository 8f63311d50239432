/** GET /metrics, for Prometheus: requests, the process, and the work of the desk. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge as PromGauge, Histogram, Registry } from 'prom-client'
import type { Config } from './config/config.ts'
import { createLoadingCache } from './kernel/cache.ts'
import type { Clock } from './kernel/clock.ts'
import { Fault } from './kernel/fault.ts'
import { isForwarded, isLocal } from './kernel/http/host-check.ts'

/** A figure that is read when metrics are requested. */
export type Gauge = {
  name: string
  help: string
  labels?: string[]
  read(): Promise<Reading[]>
}
type Reading = { labels?: Record<string, string>; value: number }

/** Cached, however often metrics are requested: reading may cost a statement. */
const CACHE_MS = 5_000
const MOST_GAUGES = 1_000

/** Compares in constant time. */
function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}

type Parts = {
  app: FastifyInstance
  config: Pick<Config, 'metricsToken'>
  clock: Clock
  gauges: readonly Gauge[]
}

export function serveMetrics({ app, config, clock, gauges }: Parts): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const readings = createLoadingCache({
    clock,
    max: MOST_GAUGES,
    ttlMs: CACHE_MS,
    // A figure that cannot be read is left out: the others are needed most when something is wrong.
    load: (gauge: Gauge) => gauge.read().catch((): Reading[] => []),
  })
  for (const gauge of gauges) register(registry, gauge, readings)
  const seconds = new Histogram({
    name: 'purser_http_request_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url
    if (route)
      seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    const allowed = config.metricsToken
      ? isSame(request.headers.authorization ?? '', `Bearer ${config.metricsToken}`)
      : isLocal(request) && !isForwarded(request)
    if (!allowed) throw new Fault(config.metricsToken ? 'no_session' : 'route_not_found')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

function register(registry: Registry, one: Gauge, readings: (gauge: Gauge) => Promise<Reading[]>): void {
  const { name, help, labels = [] } = one
  const gauge = new PromGauge({
    name,
    help,
    labelNames: labels,
    registers: [],
    async collect() {
      const found = await readings(one)
      this.reset()
      // Without labels a reset leaves a zero, which would be a figure of its own.
      if (labels.length === 0) this.remove()
      for (const { labels: of = {}, value } of found) this.set(of, value)
    },
  })
  registry.registerMetric(gauge)
}
