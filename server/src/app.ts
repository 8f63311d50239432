/** The only composer: adapters, domains, routes, channels, workers. */
import { join } from 'node:path'
import type { Endpoint } from '@purser/contract/endpoint.ts'
import type { Cluster } from '@purser/contract/system.ts'
import { createCluster } from './adapters/chain/cluster.ts'
import { createSignatureNotifications } from './adapters/chain/signature-notifications.ts'
import { createRpcNode } from './adapters/chain/rpc.ts'
import { grammarInterpreter } from './adapters/interpreter/grammar/index.ts'
import { modelInterpreter } from './adapters/interpreter/model/index.ts'
import { createOutbox } from './adapters/mail/outbox.store.ts'
import { createSmtp } from './adapters/mail/smtp.ts'
import { createSimulatedMarket } from './adapters/market/simulated/index.ts'
import type { App, AppParts } from './app-parts.ts'
import { openBus } from './adapters/bus/open.ts'
import { accountRoutes, createAccounts, startCodeMail } from './domains/accounts/index.ts'
import {
  activityRoutes,
  auditRoutes,
  createActivity,
  createAudit,
  publishOperations,
} from './domains/activity/index.ts'
import { agentChannels, agentRoutes, createAgents } from './domains/agents/index.ts'
import {
  balanceRoutes,
  createBalances,
  createPortfolio,
  startPortfolioWorker,
} from './domains/balances/index.ts'
import {
  createDistributions,
  distributionChannel,
  distributionRoutes,
} from './domains/distributions/index.ts'
import { createCandles, createTrading, marketRoutes } from './domains/market/index.ts'
import {
  createNotifications,
  notificationRoutes,
  publishNotifications,
} from './domains/notifications/index.ts'
import { createStrategies } from './domains/strategies/index.ts'
import { createFaucet, tokenRoutes } from './domains/tokens/index.ts'
import { createTopUps, startTopUpWorker, topUpRoutes } from './domains/top-ups/index.ts'
import { createTransfers } from './domains/transfers/index.ts'
import {
  createExports,
  createGroups,
  createWallets,
  groupRoutes,
  startExportWorker,
  walletRoutes,
} from './domains/wallets/index.ts'
import { createChannels } from './kernel/channel.ts'
import { systemClock } from './kernel/clock.ts'
import { createHttp, serveConsole } from './kernel/http.ts'
import { createIdempotency } from './kernel/idempotency.ts'
import { startJobs } from './kernel/jobs.ts'
import { createLimiter } from './kernel/limiter.ts'
import { startHeartbeat } from './kernel/heartbeat.ts'
import { createRouter } from './kernel/route.ts'
import type { Market } from './ports/market.ts'
import { guardEndpoints } from './network.ts'
import { systemRoutes } from './system.routes.ts'
import { startMaintenance } from './maintenance.ts'
import { startWork } from './work.ts'

/** A network on this machine may be asked more often what became of transactions. */
const LOCAL_PACE = { pollMs: 100, restMs: 400 }
/** How many wallets' tokens are looked up in a second: a public node allows 4 such calls, and each look takes two. */
const LOOKS_PER_SECOND = { local: 50, public: 2 }

export async function createApp({
  config,
  database,
  masterKey,
  log,
  version,
  console: dist,
  clock = systemClock,
  apartMs,
  beside = false,
}: AppParts): Promise<App> {
  const { db } = database
  const { publicUrl, mailDigestSeconds: digestSeconds } = config
  // Closed from the last to the first, also when a later part fails to start.
  await using opened = new AsyncDisposableStack()
  const nodes = [config.rpcUrl, ...config.rpcUrls].map((url, i) =>
    createRpcNode({ url, name: `endpoint ${i + 1}`, log, clock }),
  )
  const chain = createCluster(await guardEndpoints(nodes, { db, cluster: config.cluster, log }))
  const signatureNotifications =
    config.wsUrl === null ? null : createSignatureNotifications({ url: config.wsUrl, log, clock })
  opened.defer(() => signatureNotifications?.close())
  const { bus, redis } = await openBus(config.redisUrl, log)
  opened.defer(bus.close)
  const heartbeat = await startHeartbeat(db, {
    alone: database.kind === 'embedded',
    ...(beside ? {} : { fanOut: redis !== null }),
    log,
  })
  opened.defer(heartbeat.stop)
  const kernel = { db, bus, clock, log, heartbeat }
  const limiter = createLimiter(db, clock)
  const idempotency = createIdempotency(db, heartbeat)
  const outbox = config.smtpUrl === null ? createOutbox(db, (text) => process.stdout.write(text)) : null
  const smtp =
    config.smtpUrl === null ? null : createSmtp({ url: config.smtpUrl, from: config.mailFrom, log })
  const mailer = smtp ?? outbox
  if (!mailer) throw new Error('there is always one of the two')
  opened.defer(async () => smtp?.close())
  const jobs = await startJobs(database.jobs, log)
  opened.defer(jobs.stop)

  const accounts = createAccounts({
    db,
    bus,
    clock,
    limiter,
    mailer,
    pepper: masterKey.derive('sign-in codes'),
    publicUrl,
    allowedEmails: config.allowedEmails,
    keysNeedCode: config.cluster !== 'localnet',
  })
  const wallets = createWallets({ db, limiter, masterKey })
  const exports = createExports({ db, clock, limiter, jobs, mailer, accounts, masterKey })
  const notifications = createNotifications({ ...kernel, mailer, accounts, publicUrl, digestSeconds })
  opened.defer(notifications.stop)
  const transfers = await createTransfers({
    reopenings: notifications.reopenings,
    sync: database.sync,
    db,
    chain,
    bus,
    clock,
    log,
    heartbeat,
    journalPath: join(config.dataDir, 'journal', 'transactions.jsonl'),
    ...(signatureNotifications ? { signatureNotifications } : {}),
    ...(apartMs === undefined ? {} : { apartMs }),
    ...(config.cluster === 'localnet' ? { pace: LOCAL_PACE } : {}),
  })
  opened.defer(transfers.stop)
  wallets.whenImported(transfers.imported)
  const groups = createGroups(db)
  const distributions = createDistributions({ chain, transfers, wallets, groups, lock: database.lock })
  const topUps = createTopUps({ db, bus, clock, log, chain, transfers, wallets, groups })
  opened.defer(topUps.stop)
  const faucet = createFaucet({ cluster: config.cluster, chain, clock, transfers, wallets })
  const market = marketOf(config.cluster, (cluster) =>
    createSimulatedMarket({
      db,
      chain,
      clock,
      maker: () => wallets.systemSigner('market-maker'),
      seed: cluster,
      cluster,
    }),
  )
  const balances = createBalances({
    db,
    bus,
    clock,
    log,
    chain,
    market,
    transfers,
    wallets,
    looksPerSecond: LOOKS_PER_SECOND[config.cluster === 'localnet' ? 'local' : 'public'],
  })
  opened.defer(balances.stop)
  const portfolio = createPortfolio({ db, clock, log, market, wallets, balances })
  const trading = createTrading({ db, clock, market, transfers, wallets, chain })
  const strategies = createStrategies({
    ...kernel,
    chain,
    market,
    trading,
    transfers,
    wallets,
    reporter: notifications.reporter,
  })
  opened.defer(strategies.close)
  const interpreter =
    config.ai === null ? grammarInterpreter() : modelInterpreter({ endpoint: config.ai, log })
  const agents = createAgents({
    db,
    limiter,
    bus,
    clock,
    log,
    interpreter,
    market,
    strategies,
    balances,
    wallets,
    topUps,
    transfers,
  })
  opened.defer(agents.close)

  const http = await createHttp({
    config,
    log,
    version,
    redis,
    authenticate: async ({ token, ticket }, client) =>
      ticket ? accounts.useTicket(ticket) : token ? accounts.authenticate(token, client) : null,
  })
  opened.defer(() => http.close())
  const endpoints: Endpoint[] = []
  const router = createRouter({
    app: http,
    db,
    idempotency,
    served: endpoints,
  })
  const channels = createChannels({ app: http, bus, log, liveSessions: accounts.liveSessions })
  opened.defer(channels.close)
  let working = false
  opened.defer(() => void (working = false))
  systemRoutes({
    app: http,
    router,
    config,
    version,
    outbox: config.outbox ? outbox : null,
    checks: {
      database: database.healthy,
      chain: chain.healthy,
      history: transfers.keepsHistory,
      workers: async () => working,
    },
    hold: transfers.hold,
    services: { market: market.healthy, interpreter: interpreter.healthy, mail: mailer.healthy },
  })
  accountRoutes(router, accounts)
  walletRoutes(router, { wallets, accounts, exports, sync: database.sync })
  groupRoutes(router, groups)
  tokenRoutes(router, faucet)
  balanceRoutes(router, balances, portfolio)
  distributionRoutes(router, distributions)
  topUpRoutes(router, topUps)
  activityRoutes(router, createActivity({ transfers, chain, accounts }))
  auditRoutes(router, createAudit(db), clock)
  marketRoutes(router, createCandles({ market, clock }))
  agentRoutes(router, agents)
  agentChannels({ channels, agents, bus, clock })
  distributionChannel(channels, distributions, bus, log)
  notificationRoutes(router, notifications)
  publishNotifications(channels, bus)
  publishOperations(channels, bus, clock)
  await serveConsole(http, dist)

  await startMaintenance(jobs, [
    accounts.sweep,
    idempotency.sweep,
    transfers.sweep,
    strategies.sweep,
    agents.sweep,
    topUps.sweep,
    notifications.sweep,
    exports.mails.sweep,
  ])
  opened.defer(startCodeMail(accounts, { clock, log }))
  await startExportWorker(jobs, exports.mails)
  await startPortfolioWorker(jobs, portfolio)
  const release = await startWork(transfers, [() => startTopUpWorker(jobs, topUps), () => strategies.run()])
  notifications.start()
  working = true

  const running = opened.move()
  return {
    http,
    endpoints,
    channels: channels.opened,
    rotateKeys: (next) =>
      masterKey.rotate({ reseal: wallets.rotate, settled: database.sync, ...(next ? { next } : {}) }),
    loginCode: accounts.loginCode,
    release,
    close: () => running.disposeAsync(),
  }
}

/** Which market stands behind the port, by cluster. */
function marketOf(
  cluster: Cluster,
  simulated: (cluster: Exclude<Cluster, 'mainnet-beta'>) => Market,
): Market {
  switch (cluster) {
    case 'localnet':
    case 'devnet':
    case 'testnet':
      return simulated(cluster)
    case 'mainnet-beta':
      throw new Error('the configuration refuses mainnet-beta before anything is composed')
  }
}
