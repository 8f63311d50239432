import * as api from '@purser/contract/top-ups.ts'
import type { Router } from '../../kernel/http/route.ts'
import type { TopUps } from './top-ups.ts'

const success = { success: true as const }

export function topUpRoutes(router: Router, topUps: TopUps): void {
  router.serve(api.getTopUpSettings, async ({ caller }) => ({
    ...success,
    data: await topUps.readSettings(caller.userId),
  }))
  router.serve(api.changeTopUpSettings, async ({ caller, body, client, device }) => ({
    ...success,
    ...(body.dryRun
      ? await topUps.preview(caller.userId, body)
      : { data: await topUps.changeSettings(caller, body, { client, device }) }),
  }))
  router.serve(api.listFundingWallets, async ({ caller }) => ({
    ...success,
    data: { wallets: await topUps.listFundingWallets(caller.userId) },
  }))
  router.serve(api.listEligibleWallets, async ({ caller }) => ({
    ...success,
    data: { eligible_wallets: await topUps.listEligible(caller.userId) },
  }))
  router.serve(api.listTopUpLogs, async ({ caller, query }) => ({
    ...success,
    data: { logs: await topUps.listLogs(caller.userId, query.limit) },
  }))
  router.serve(api.triggerTopUps, async ({ caller, originKey }) => ({
    ...success,
    ...(await topUps.beginRound(caller.userId, originKey)),
  }))
}
