/** The composition root: adapters, domains, routes, channels, workers. */
import type { Endpoint } from '@purser/contract/endpoint.ts'
import type { App, AppParts } from './app/parts.ts'
import { freeBytes } from './disk.ts'
import { createDomains } from './app/create-domains.ts'
import { createGauges } from './app/gauges.ts'
import { openChain } from './app/open-chain.ts'
import { openKernel } from './app/open-kernel.ts'
import { openMail } from './app/open-mail.ts'
import { serveDomains } from './app/serve-domains.ts'
import { startWorkers } from './app/start-workers.ts'
import { warmUp } from './app/warm-up.ts'
import { createChannels } from './kernel/live/channel.ts'
import { createHttp, serveConsole } from './kernel/http/http.ts'
import { createRouter } from './kernel/http/route.ts'
import { createRotation } from './operator/rotation.ts'
import { systemRoutes } from './system.routes.ts'

export async function createApp(parts: AppParts): Promise<App> {
  const { config, database, masterKey, log, version } = parts
  // Closed in reverse order, also when a later part fails to start.
  await using opened = new AsyncDisposableStack()
  const { chain, screens, endpointStates, signatureNotifications } = await openChain(parts, opened)
  const { mailer, outbox } = await openMail(parts, opened)
  const kernel = await openKernel(parts, opened)
  const { db, bus, redis, clock } = kernel
  const domains = await createDomains(
    { ...parts, kernel, chain, screens, signatureNotifications, mailer },
    opened,
  )
  const { accounts, transfers, market, interpreter } = domains

  const http = await createHttp({
    config,
    log,
    version,
    redis,
    clock,
    authenticate: async ({ token, ticket }, client) =>
      ticket
        ? accounts.sessions.useTicket(ticket)
        : token
          ? accounts.sessions.authenticate(token, client)
          : null,
  })
  opened.defer(() => http.close())
  const endpoints: Endpoint[] = []
  const router = createRouter({ app: http, db, idempotency: kernel.idempotency, served: endpoints })
  const channels = createChannels({ app: http, bus, log, clock, liveSessions: accounts.sessions.listLive })
  opened.defer(channels.close)
  let working = false
  opened.defer(() => void (working = false))
  systemRoutes({
    app: http,
    router,
    config,
    version,
    clock,
    outbox: config.outbox ? outbox : null,
    checks: {
      database: database.healthy,
      chain: chain.healthy,
      history: transfers.lifecycle.keepsHistory,
      workers: async () => working,
    },
    disk: () => freeBytes(config.dataDir),
    redis: redis && (async () => (await redis.ping()) === 'PONG'),
    hold: transfers.operator.hold,
    gauges: createGauges({ ...domains, dropped: kernel.dropped }),
    endpoints: endpointStates,
    marketServices: domains.marketServices,
    services: { market: market.healthy, interpreter: interpreter.healthy, mail: mailer.healthy },
  })
  serveDomains({ domains, kernel, router, channels, chain, database })
  await serveConsole(http, parts.console)
  const release = await startWorkers(domains, kernel, opened)
  working = true

  const running = opened.move()
  return {
    http,
    endpoints,
    channels: channels.opened,
    rotation: createRotation({ database, masterKey, log, process: kernel.heartbeat.id }),
    loginCode: accounts.signIn.loginCode,
    release,
    warmUp,
    close: () => running.disposeAsync(),
  }
}
