import { join } from 'node:path'
import {
  createDistributions,
  createSends,
  createTemplates,
  createTokenDistributions,
} from '../domains/distributions/index.ts'
import { createFaucet, createWhitelist } from '../domains/tokens/index.ts'
import { createTopUps } from '../domains/top-ups/index.ts'
import { createTransfers } from '../domains/transfers/index.ts'
import { LEAST_PRICE } from '../kernel/solana/budget.ts'
import type { Market } from '../ports/market.ts'
import type { People } from './create-people.ts'
import type { DomainParts } from './domain-parts.ts'

/** How often a local network may be polled for the outcome of transactions. */
const LOCAL_PACE = { pollMs: 100, restMs: 400 }

type Parts = DomainParts & {
  people: People
  /** The market is created on top of the engine: nothing is submitted before it exists. */
  market: () => Market
}

function openTransfers({
  config,
  database,
  kernel,
  people,
  market,
  apartMs,
  isLocal,
  isReal,
  ...parts
}: Parts) {
  const { db, bus, clock, log, heartbeat } = kernel
  const { accounts, notifications, wallets } = people
  const prices: Pick<Market, 'priceUsd'> & Required<Pick<Market, 'keptPrice'>> = {
    priceUsd: (mint) => market().priceUsd(mint),
    keptPrice: async (...request) => (await market().keptPrice?.(...request)) ?? null,
  }
  return createTransfers({
    incidents: notifications.incidents,
    sync: database.sync,
    losses: database.losses,
    db,
    chain: parts.chain,
    bus,
    clock,
    log,
    heartbeat,
    journalPath: join(config.dataDir, 'journal', 'transactions.jsonl'),
    ...(parts.signatureNotifications ? { signatureNotifications: parts.signatureNotifications } : {}),
    ...(apartMs === undefined ? {} : { apartMs }),
    ...(isLocal ? { pace: LOCAL_PACE } : { leastPrice: LEAST_PRICE }),
    ...(isReal ? { realFunds: { limits: accounts.limits, wallets, market: prices } } : {}),
  })
}

/** Creates the engine that moves funds, and the transfers between wallets that users request. */
export async function createFunds(parts: Parts, opened: AsyncDisposableStack) {
  const { config, database, kernel, chain, people, isReal } = parts
  const { db, bus, clock, log } = kernel
  const { accounts, exports, groups, notifications, wallets } = people
  const { lock } = database
  const transfers = await openTransfers(parts)
  opened.defer(transfers.lifecycle.stop)
  wallets.creation.whenImported(transfers.lifecycle.skipHistory)
  const whitelist = createWhitelist({ db, clock, chain, accounts, mails: exports.mails })
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
  return {
    transfers,
    distributions: createDistributions({ chain, transfers, wallets, groups, lock }),
    templates: createTemplates({ db, clock, wallets }),
    tokenDistributions: createTokenDistributions({ chain, transfers, wallets, lock }),
    topUps,
    faucet: createFaucet({ cluster: config.cluster, chain, clock, transfers, wallets }),
    whitelist,
    sends: createSends({ chain, transfers, wallets, whitelist, lock }),
  }
}
export type Funds = Awaited<ReturnType<typeof createFunds>>
