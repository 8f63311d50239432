import * as api from '@purser/contract/agents/agents.ts'
import type { BodyIn } from '@purser/contract/endpoint.ts'
import { listShownPlans } from '@purser/contract/agents/shown-plans.ts'
import * as all from '@purser/contract/strategies/strategies.ts'
import { getStoppable, stopAll } from '@purser/contract/strategies/stop-all.ts'
import { getParity } from '@purser/contract/strategies/parity.ts'
import {
  closePosition,
  getUpcoming,
  renameAgent,
  sellAtAnyPrice,
} from '@purser/contract/agents/agent-desk.ts'
import type { Router } from '../../kernel/http/route.ts'
import type { Agents } from './agents.ts'

const done = { success: true as const }

export function agentRoutes(router: Router, agents: Agents): void {
  rosterRoutes(router, agents)
  chatRoutes(router, agents)
  controlRoutes(router, agents)
  recordRoutes(router, agents)
  terminalRoutes(router, agents)
}

function rosterRoutes(router: Router, { roster }: Agents): void {
  router.serve(api.listAgents, ({ caller }) => roster.list(caller.userId))
  router.serve(api.createAgent, ({ db, caller, body }) => roster.create(db, caller.userId, body?.name), {
    atomic: true,
  })
  router.serve(api.getAgent, ({ caller, params }) => roster.get(caller.userId, params.id ?? ''))
  router.serve(renameAgent, ({ caller, params, body }) =>
    roster.rename(caller.userId, params.id ?? '', body.name),
  )
  router.serve(api.deleteAgent, async ({ caller, params, query }) => {
    await roster.remove(caller.userId, params.id ?? '', query.external_id)
    return done
  })
}

function chatRoutes(router: Router, { chat }: Agents): void {
  router.serve(api.listChat, ({ caller, params }) => chat.list(caller.userId, params.id ?? ''))
  router.serve(listShownPlans, ({ caller, params }) => chat.listPlans(caller.userId, params.id ?? ''))
  router.serve(
    api.addChat,
    ({ db, caller, params, body }) => chat.add(db, caller.userId, params.id ?? '', body),
    { atomic: true },
  )
  router.serve(api.parseInstruction, ({ caller, params, body }) =>
    chat.parse(caller, params.id ?? '', {
      instruction: body.instruction ?? null,
      edits: body.changes ?? [],
      planHash: body.plan_hash,
      tokenAddress: body.token_address || null,
      walletAddresses: body.wallet_addresses ?? [],
      groupId: body.group_id ?? null,
    }),
  )
}

function controlRoutes(router: Router, { control, killSwitch }: Agents): void {
  router.serve(api.listAgentStatus, ({ caller }) => control.listStatuses(caller.userId))
  router.serve(api.getAgentStatus, ({ caller, params }) => control.status(caller.userId, params.id ?? ''))
  router.serve(getStoppable, ({ caller }) => killSwitch.listStoppable(caller.userId))
  router.serve(stopAll, ({ caller }) => killSwitch.stopAll(caller.userId))
  router.serve(api.startStrategy, async ({ caller, params, body, originKey }) => {
    const request = { originKey, code: body.code }
    const { strategyId, message } = await control.start(caller, params.id ?? '', getStart(body), request)
    return { ...done, strategyId, external_id: strategyId, message }
  })
  router.serve(api.stopStrategy, async ({ caller, params, body }) => ({
    ...done,
    ...(await control.stop(caller.userId, params.id ?? '', body?.strategyId)),
  }))
  router.serve(api.pauseStrategy, async ({ caller, params, body }) => ({
    ...done,
    ...(await control.pause(caller.userId, params.id ?? '', body?.strategyId)),
  }))
  router.serve(api.resumeStrategy, async ({ caller, params, body }) => ({
    ...done,
    ...(await control.resume(caller.userId, params.id ?? '', body?.strategyId)),
  }))
  router.serve(closePosition, async ({ caller, params, body }) => ({
    ...done,
    ...(await control.closePosition(caller.userId, params.id ?? '', body.strategyId)),
  }))
  router.serve(sellAtAnyPrice, async ({ caller, params, body, client, device }) => ({
    ...done,
    ...(await control.sellAtAnyPrice(params.id ?? '', { caller, ...body, client, device })),
  }))
}

function recordRoutes(router: Router, { record }: Agents): void {
  router.serve(getUpcoming, ({ caller, params }) => record.upcoming(caller.userId, params.id ?? ''))
  router.serve(api.listStrategies, ({ caller, params }) => record.list(caller.userId, params.id ?? ''))

  router.serve(all.listAllStrategies, ({ caller, query }) => record.listAll(caller.userId, query))
  router.serve(all.getStrategyTotals, ({ caller }) => record.total(caller.userId))
  router.serve(all.listTrades, ({ caller, params, query }) =>
    record.trades(caller.userId, params.strategyId ?? '', query),
  )
  router.serve(all.getStrategyHistory, ({ caller, params }) =>
    record.history(caller.userId, params.strategyId ?? ''),
  )

  router.serve(getParity, ({ caller, params }) =>
    record.parity(caller.userId, params.id ?? '', params.strategyId ?? ''),
  )
}

function terminalRoutes(router: Router, { terminal }: Agents): void {
  router.serve(api.listStrategyLogs, ({ caller, params }) =>
    terminal.listOfStrategy(caller.userId, params.id ?? '', params.strategyId ?? ''),
  )
  router.serve(api.listTerminalLogs, ({ caller, params, query }) =>
    terminal.list(caller.userId, params.id ?? '', query.limit),
  )
  router.serve(api.addTerminalLog, ({ caller, params, body }) =>
    terminal.addLine(caller.userId, params.id ?? '', {
      message: body.message,
      strategyId: body.strategy_id ?? null,
    }),
  )
  router.serve(api.clearTerminalLogs, async ({ caller, params }) => {
    await terminal.clear(caller.userId, params.id ?? '')
    return done
  })
}

/** A restart may name the strategy at the top or inside. */
function getStart(body: BodyIn<typeof api.startStrategy>) {
  return 'strategy' in body ? body.strategy : body
}
