import { join } from 'node:path'
import { LEAST_PRICE } from '../kernel/budget.ts'
import type { Market } from '../ports/market.ts'
import { createOutbound } from '../adapters/outbound/https.ts'
import { grammarInterpreter, isOrdinaryWord } from '@purser/interpreter/index.ts'
import { modelInterpreter } from '@purser/interpreter/model/index.ts'
import type { AppParts } from './parts.ts'
import { createAccounts } from '../domains/accounts/index.ts'
import { createAgents } from '../domains/agents/index.ts'
import { createBalances, createPortfolio } from '../domains/balances/index.ts'
import {
  createDistributions,
  createSends,
  createTemplates,
  createTokenDistributions,
} from '../domains/distributions/index.ts'
import { createTrading } from '../domains/market/index.ts'
import { createNotifications } from '../domains/notifications/index.ts'
import { createPaymentExports, createPaymentHooks, createPayments } from '../domains/payments/index.ts'
import { createStrategies } from '../domains/strategies/index.ts'
import {
  createFaucet,
  createTokenCenter,
  createTokens,
  createWhitelist,
  isCreatedHere,
} from '../domains/tokens/index.ts'
import { createTopUps } from '../domains/top-ups/index.ts'
import { createTradingBots } from '../domains/trading-bots/index.ts'
import { createTransfers } from '../domains/transfers/index.ts'
import { createExports, createGroups, createWallets } from '../domains/wallets/index.ts'
import type { Mailer } from '../ports/mail.ts'
import { createMarket, mirrorKnownTokens, openMarketClock } from './create-market.ts'
import { openLive } from './open-live.ts'
import type { openChain } from './open-chain.ts'
import type { Kernel } from './open-kernel.ts'

/** How often a local network may be polled for the outcome of transactions. */
const LOCAL_PACE = { pollMs: 100, restMs: 400 }
/** Seconds between two scans of a wallet with open links on a local network, and of one without. */
const LOCAL_PAYMENT_PACE = { openSeconds: 2, idleSeconds: 60 }
/** Token lookups of wallets a second: a public node allows 4 such calls, and each lookup takes two. */
const LOOKUPS_PER_SECOND = { local: 50, public: 2 }

type Parts = AppParts &
  Omit<Awaited<ReturnType<typeof openChain>>, 'endpointStates'> & { kernel: Kernel; mailer: Mailer }

/** The services of all domains, each given those to its left. */
export async function createDomains(
  { config, database, masterKey, realFunds, apartMs, scanSeconds, kernel, ...parts }: Parts,
  opened: AsyncDisposableStack,
) {
  const { db, bus, clock, log, limiter, jobs } = kernel
  const { publicUrl, cluster, mailDigestSeconds: digestSeconds } = config
  const { chain, screens, signatureNotifications, mailer } = parts
  const live = await openLive(
    { config, ...(parts.live ? { live: parts.live } : {}) },
    { chain, kernel },
    opened,
  )
  const tokenSearch = parts.tokenSearch ?? live?.tokens ?? null
  const isLocal = cluster === 'localnet'
  const isReal = realFunds ?? cluster === 'mainnet-beta'
  const wallets = createWallets({ db, clock, limiter, masterKey })
  const accounts = createAccounts({
    db,
    bus,
    clock,
    limiter,
    mailer,
    pepper: await wallets.secrets.deskSecret(db, 'sign-in codes'),
    publicUrl,
    allowedEmails: config.allowedEmails,
    keysNeedCode: !isLocal,
    realFunds: isReal,
  })
  const exports = createExports({ db, clock, limiter, jobs, mailer, accounts, masterKey })
  accounts.whenGuarded(async (tx, { userId, guard, on, client }) => {
    if (guard === 'whitelist_only' && !on)
      await exports.mails.add(tx, { userId, kind: 'whitelist-off', wallets: 0, client })
  })
  const notifications = createNotifications({ ...kernel, mailer, accounts, publicUrl, digestSeconds })
  opened.defer(notifications.stop)
  const transfers = await createTransfers({
    incidents: notifications.incidents,
    sync: database.sync,
    losses: database.losses,
    db,
    chain,
    bus,
    clock,
    log,
    heartbeat: kernel.heartbeat,
    journalPath: join(config.dataDir, 'journal', 'transactions.jsonl'),
    ...(signatureNotifications ? { signatureNotifications } : {}),
    ...(apartMs === undefined ? {} : { apartMs }),
    ...(isLocal ? { pace: LOCAL_PACE } : { leastPrice: LEAST_PRICE }),
    // The market comes after; nothing is submitted before it is there.
    ...(isReal
      ? {
          realFunds: {
            limits: accounts.limits,
            wallets,
            market: {
              priceUsd: (mint: string) => market.priceUsd(mint),
              keptPrice: async (...asked: Parameters<NonNullable<Market['keptPrice']>>) =>
                (await market.keptPrice?.(...asked)) ?? null,
            },
          },
        }
      : {}),
  })
  opened.defer(transfers.stop)
  wallets.whenImported(transfers.imported)
  const groups = createGroups(db)
  const distributions = createDistributions({ chain, transfers, wallets, groups, lock: database.lock })
  const templates = createTemplates({ db, clock, wallets })
  const tokenDistributions = createTokenDistributions({ chain, transfers, wallets, lock: database.lock })
  const topUps = createTopUps({
    db,
    bus,
    clock,
    log,
    chain,
    transfers,
    wallets,
    groups,
    ...(isReal ? { realFunds: { accounts, reporter: notifications.topUps } } : {}),
  })
  opened.defer(topUps.stop)
  const faucet = createFaucet({ cluster, chain, clock, transfers, wallets })
  const tokens = createTokens({ chain: screens, clock, service: tokenSearch })
  const whitelist = createWhitelist({ db, clock, chain, accounts, mails: exports.mails })
  const sends = createSends({ chain, transfers, wallets, whitelist, lock: database.lock })
  const maker = () => wallets.systemSigner('market-maker')
  const marketClock = await openMarketClock(config, kernel, opened)
  const marketParts = {
    db,
    bus,
    chain,
    clock,
    maker,
    live,
    mirrorMint: parts.mirrorMint ?? null,
    // Beyond the local network only tokens that were created here are traded.
    ...(isLocal ? {} : { mintsHere: (mint: string) => isCreatedHere(db, mint) }),
  }
  if (config.market === 'live' && parts.mirrorMint) await mirrorKnownTokens(parts.mirrorMint, log)
  const market = createMarket(config, { ...marketParts, marketClock })
  const tokenCenter = createTokenCenter({
    db,
    chain,
    clock,
    limiter,
    tokenSearch,
    tokens,
    transfers,
    wallets,
    market,
    isOrdinaryWord,
    reporter: notifications.access,
  })
  const balances = createBalances({
    db,
    bus,
    clock,
    log,
    chain: screens,
    market,
    tokens,
    transfers,
    wallets,
    looksPerSecond: LOOKUPS_PER_SECOND[isLocal ? 'local' : 'public'],
  })
  opened.defer(balances.stop)
  const portfolio = createPortfolio({
    db,
    clock,
    log,
    chain: screens,
    market,
    transfers,
    wallets,
    caughtUp: balances.caughtUp,
  })
  const trading = createTrading({ db, clock, market, transfers, wallets, chain })
  const outbound = createOutbound({ exposed: config.exposed, clock })
  const paymentHooks = createPaymentHooks({ ...kernel, outbound, wallets, mailer, accounts, publicUrl })
  opened.defer(paymentHooks.stop)
  const payments = createPayments({
    events: paymentHooks.events,
    db,
    bus,
    clock,
    log,
    limiter,
    chain,
    // What somebody pays counts at the price of the real time, as it is read back later, however fast the market runs.
    market: config.market === 'live' ? market : createMarket(config, marketParts),
    transfers,
    wallets,
    sends,
    faucet,
    lock: database.lock,
    cluster,
    publicUrl,
    apartMs,
    sync: database.sync,
    ...(signatureNotifications ? { notifications: signatureNotifications } : {}),
    ...(isLocal
      ? {
          pace: { ...LOCAL_PAYMENT_PACE, ...(scanSeconds === undefined ? {} : { openSeconds: scanSeconds }) },
        }
      : {}),
  })
  opened.defer(payments.stop)
  const paymentExports = createPaymentExports({ db, clock, publicUrl })
  const { reporter } = notifications
  const strategies = createStrategies({
    ...kernel,
    chain,
    market,
    marketClock,
    trading,
    transfers,
    wallets,
    reporter,
    realFunds: isReal,
  })
  opened.defer(strategies.lifecycle.close)
  const interpreter =
    config.ai === null ? grammarInterpreter() : modelInterpreter({ endpoint: config.ai, clock, log })
  const agents = createAgents({
    db,
    accounts,
    limiter,
    bus,
    clock,
    log,
    interpreter,
    market,
    marketClock,
    strategies,
    balances,
    wallets,
    groups,
    tokenNames: tokenCenter.names,
    lookUp: tokenCenter.search.lookUp,
    topUps,
    transfers,
    realFunds: isReal,
  })
  opened.defer(agents.close)
  const tradingBots = createTradingBots({
    ...kernel,
    chain,
    market,
    marketClock,
    trading,
    transfers,
    wallets,
    groups,
    tokens,
    livePrices: config.market === 'live',
  })
  opened.defer(tradingBots.close)
  agents.alsoStops(tradingBots.halts)
  portfolio.follows({ ...strategies.books.portfolio, agents: agents.names })
  return {
    accounts,
    wallets,
    exports,
    notifications,
    transfers,
    groups,
    distributions,
    templates,
    tokenDistributions,
    topUps,
    faucet,
    tokens,
    tokenCenter,
    whitelist,
    sends,
    market,
    marketSweep: live?.sweep ?? null,
    marketServices: live?.services ?? (() => []),
    marketClock,
    balances,
    portfolio,
    payments,
    paymentHooks,
    paymentExports,
    strategies,
    interpreter,
    agents,
    tradingBots,
  }
}
export type Domains = Awaited<ReturnType<typeof createDomains>>
