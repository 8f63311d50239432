import * as api from '@purser/contract/balances/balances.ts'
import { portfolioSummary } from '@purser/contract/balances/portfolio.ts'
import type { Router } from '../../kernel/http/route.ts'
import type { Balances } from './balances.service.ts'
import type { Portfolio } from './portfolio.ts'

export function balanceRoutes(router: Router, balances: Balances, portfolio: Portfolio): void {
  router.serve(api.getBalance, ({ caller, params }) => balances.of(caller.userId, params.address ?? ''))
  router.serve(api.getWalletByAddress, ({ caller, params }) =>
    balances.wallet(caller.userId, params.address ?? ''),
  )
  router.serve(api.listBalances, async ({ caller, body }) => ({
    balances: await balances.list(caller.userId, body.walletIds),
  }))
  router.serve(api.listTokenBalances, async ({ caller, body }) => ({
    success: true as const,
    balances: await balances.ofToken(caller.userId, body),
  }))
  router.serve(api.readTokenBalance, async ({ caller, body: { walletAddress, tokenAddress } }) => {
    const walletAddresses = [walletAddress]
    const [held] = await balances.ofToken(caller.userId, { walletAddresses, tokenAddress })
    if (!held) throw new Error('ofToken() answers a balance for each wallet')
    return { success: true as const, balance: held.balance, decimals: held.decimals }
  })
  router.serve(portfolioSummary, ({ caller, query: { since, fresh } }) =>
    portfolio.summary(caller.userId, {
      since: since === undefined ? undefined : new Date(since),
      fresh: fresh === 'true',
    }),
  )
  router.serve(api.valuesDayAgo, ({ caller }) => portfolio.dayAgo(caller.userId))
  router.serve(api.portfolioHistory, async ({ caller, query: { range, groupId = null } }) => ({
    points: await portfolio.history(caller.userId, range, groupId),
  }))
}
