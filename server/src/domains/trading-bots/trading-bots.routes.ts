import { listBotTrades, listBotWallets } from '@purser/contract/trading-bots/trading-bot-trades.ts'
import * as api from '@purser/contract/trading-bots/trading-bots.ts'
import { listGroupStatus } from '@purser/contract/wallets/wallet-groups.ts'
import type { Router } from '../../kernel/http/route.ts'
import type { TradingBots } from './trading-bots.ts'

const success = { success: true as const }

export function tradingBotRoutes(router: Router, bots: TradingBots): void {
  router.serve(listGroupStatus, ({ caller }) => bots.groups(caller.userId))
  router.serve(api.getBotParameters, ({ caller, query }) => bots.parameters.get(caller.userId, query.groupId))
  router.serve(api.saveBotParameters, ({ caller, body, client, device }) =>
    bots.parameters.save({ userId: caller.userId, client, device }, body),
  )
  router.serve(api.getBotStatus, ({ caller, query }) => bots.status(caller.userId, query.groupId))
  router.serve(api.startBot, async ({ caller, body: { dryRun, ...wanted }, originKey, client, device }) => {
    const { userId } = caller
    if (dryRun) {
      const preview = await bots.requests.preview(userId, wanted)
      return { ...success, botId: null, status: 'inactive' as const, preview }
    }
    return { ...success, ...(await bots.requests.start({ userId, originKey, client, device }, wanted)) }
  })
  router.serve(api.stopBot, async ({ caller, body, originKey, client, device }) => ({
    ...success,
    status: await bots.requests.stop({ userId: caller.userId, originKey, client, device }, body),
  }))
  router.serve(api.analyzeToken, ({ params }) => bots.analyze(params.mint ?? ''))
  router.serve(listBotTrades, ({ caller, query: { groupId, ...page } }) =>
    bots.trades(caller.userId, groupId, page),
  )
  router.serve(listBotWallets, ({ caller, query: { groupId, ...page } }) =>
    bots.wallets(caller.userId, groupId, page),
  )
}
