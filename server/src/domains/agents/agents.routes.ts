import * as api from '@purser/contract/agents.ts'
import type { BodyIn } from '@purser/contract/endpoint.ts'
import { listShownPlans } from '@purser/contract/shown-plans.ts'
import * as all from '@purser/contract/strategies.ts'
import { getStoppable, stopAll } from '@purser/contract/stop-all.ts'
import { getParity } from '@purser/contract/parity.ts'
import { closePosition, getUpcoming, renameAgent, sellAtAnyPrice } from '@purser/contract/agent-desk.ts'
import type { Router } from '../../kernel/http/route.ts'
import type { Agents } from './agents.service.ts'

const done = { success: true as const }

export function agentRoutes(router: Router, agents: Agents): void {
  router.serve(api.listAgents, ({ caller }) => agents.list(caller.userId))
  router.serve(api.createAgent, ({ db, caller, body }) => agents.create(db, caller.userId, body?.name), {
    atomic: true,
  })
  router.serve(api.listAgentStatus, ({ caller }) => agents.allStatus(caller.userId))
  router.serve(getStoppable, ({ caller }) => agents.stoppable(caller.userId))
  router.serve(stopAll, ({ caller }) => agents.stopAll(caller.userId))
  router.serve(api.getAgent, ({ caller, params }) => agents.detail(caller.userId, params.id ?? ''))
  router.serve(renameAgent, ({ caller, params, body }) =>
    agents.rename(caller.userId, params.id ?? '', body.name),
  )
  router.serve(api.deleteAgent, async ({ caller, params, query }) => {
    await agents.remove(caller.userId, params.id ?? '', query.external_id)
    return done
  })

  router.serve(api.listChat, ({ caller, params }) => agents.chat(caller.userId, params.id ?? ''))
  router.serve(listShownPlans, ({ caller, params }) => agents.plans(caller.userId, params.id ?? ''))
  router.serve(
    api.addChat,
    ({ db, caller, params, body }) => agents.addChat(db, caller.userId, params.id ?? '', body),
    { atomic: true },
  )
  router.serve(api.parseInstruction, ({ caller, params, body }) =>
    agents.parse(caller, params.id ?? '', {
      instruction: body.instruction ?? null,
      edits: body.changes ?? [],
      planHash: body.plan_hash,
      tokenAddress: body.token_address || null,
      walletAddresses: body.wallet_addresses ?? [],
      groupId: body.group_id ?? null,
    }),
  )

  router.serve(api.startStrategy, async ({ caller, params, body, originKey }) => {
    const request = { originKey, code: body.code }
    const { strategyId, message } = await agents.start(caller, params.id ?? '', startOf(body), request)
    return { ...done, strategyId, external_id: strategyId, message }
  })
  router.serve(api.stopStrategy, async ({ caller, params, body }) => ({
    ...done,
    ...(await agents.stop(caller.userId, params.id ?? '', body?.strategyId)),
  }))
  router.serve(api.pauseStrategy, async ({ caller, params, body }) => ({
    ...done,
    ...(await agents.pause(caller.userId, params.id ?? '', body?.strategyId)),
  }))
  router.serve(api.resumeStrategy, async ({ caller, params, body }) => ({
    ...done,
    ...(await agents.resume(caller.userId, params.id ?? '', body?.strategyId)),
  }))
  router.serve(closePosition, async ({ caller, params, body }) => ({
    ...done,
    ...(await agents.closePosition(caller.userId, params.id ?? '', body.strategyId)),
  }))
  router.serve(sellAtAnyPrice, async ({ caller, params, body, client, device }) => ({
    ...done,
    ...(await agents.sellAtAnyPrice(params.id ?? '', { caller, ...body, client, device })),
  }))
  router.serve(getUpcoming, ({ caller, params }) => agents.upcoming(caller.userId, params.id ?? ''))
  router.serve(api.getAgentStatus, ({ caller, params }) => agents.status(caller.userId, params.id ?? ''))
  router.serve(api.listStrategies, ({ caller, params }) => agents.strategies(caller.userId, params.id ?? ''))

  router.serve(all.listAllStrategies, ({ caller, query }) => agents.everyStrategy(caller.userId, query))
  router.serve(all.listTrades, ({ caller, params, query }) =>
    agents.trades(caller.userId, params.strategyId ?? '', query),
  )
  router.serve(all.getStrategyHistory, ({ caller, params }) =>
    agents.history(caller.userId, params.strategyId ?? ''),
  )

  router.serve(api.listStrategyLogs, ({ caller, params }) =>
    agents.strategyLogs(caller.userId, params.id ?? '', params.strategyId ?? ''),
  )
  router.serve(getParity, ({ caller, params }) =>
    agents.parity(caller.userId, params.id ?? '', params.strategyId ?? ''),
  )
  router.serve(api.listTerminalLogs, ({ caller, params, query }) =>
    agents.terminal(caller.userId, params.id ?? '', query.limit),
  )
  router.serve(api.addTerminalLog, ({ caller, params, body }) =>
    agents.addLine(caller.userId, params.id ?? '', {
      message: body.message,
      strategyId: body.strategy_id ?? null,
    }),
  )
  router.serve(api.clearTerminalLogs, async ({ caller, params }) => {
    await agents.clearTerminal(caller.userId, params.id ?? '')
    return done
  })
}

/** A restart may name the strategy at the top or inside. */
function startOf(body: BodyIn<typeof api.startStrategy>) {
  return 'strategy' in body ? body.strategy : body
}
