import type { AppParts } from './parts.ts'
import { accountRoutes } from '../domains/accounts/index.ts'
import {
  activityRoutes,
  auditRoutes,
  createActivity,
  createAudit,
  publishOperations,
} from '../domains/activity/index.ts'
import { agentChannels, agentRoutes } from '../domains/agents/index.ts'
import { balanceRoutes } from '../domains/balances/index.ts'
import {
  distributionChannel,
  distributionRoutes,
  sendRoutes,
  tokenChannel,
} from '../domains/distributions/index.ts'
import { createCandles, marketRoutes } from '../domains/market/index.ts'
import { notificationRoutes, publishNotifications } from '../domains/notifications/index.ts'
import { paymentExportRoutes, paymentRoutes, webhookRoutes } from '../domains/payments/index.ts'
import { tokenRoutes } from '../domains/tokens/index.ts'
import { topUpRoutes } from '../domains/top-ups/index.ts'
import { publishTradingBots, tradingBotRoutes } from '../domains/trading-bots/index.ts'
import { groupRoutes, walletRoutes } from '../domains/wallets/index.ts'
import type { Channels } from '../kernel/live/channel.ts'
import type { Router } from '../kernel/http/route.ts'
import type { Chain } from '../ports/chain.ts'
import type { Domains } from './create-domains.ts'
import type { Kernel } from './open-kernel.ts'

type Parts = {
  domains: Domains
  kernel: Kernel
  router: Router
  channels: Channels
  chain: Chain
  database: AppParts['database']
}

/** The routes and live channels of all domains. */
export function serveDomains({ domains, kernel, router, channels, chain, database }: Parts): void {
  const { db, bus, clock, log } = kernel
  const { accounts, wallets, exports, distributions, agents, market, marketClock } = domains
  accountRoutes(router, accounts)
  walletRoutes(router, { wallets, accounts, exports, sync: database.sync })
  groupRoutes(router, domains.groups)
  tokenRoutes(router, domains)
  balanceRoutes(router, domains.balances, domains.portfolio)
  distributionRoutes(router, distributions, domains.tokenDistributions, domains.templates)
  sendRoutes(router, domains.sends)
  topUpRoutes(router, domains.topUps)
  paymentRoutes(router, domains.payments)
  paymentExportRoutes(router, domains.paymentExports)
  webhookRoutes(router, domains.paymentHooks.webhooks)
  activityRoutes(router, createActivity({ ...domains, chain }), clock)
  auditRoutes(router, createAudit(db), clock)
  marketRoutes(router, createCandles({ market, clock: marketClock }), marketClock)
  agentRoutes(router, agents)
  tradingBotRoutes(router, domains.tradingBots)
  agentChannels({ channels, agents, bus, clock })
  distributionChannel(channels, distributions, bus, log)
  tokenChannel(channels, domains.tokenDistributions, bus, log)
  notificationRoutes(router, domains.notifications)
  publishNotifications(channels, bus)
  publishOperations(channels, bus, clock)
  publishTradingBots(channels, bus, clock)
}
