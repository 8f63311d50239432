/** The terminal of an agent, and the feeds of its channels. */
import type { TerminalLog } from '@purser/contract/agents/agents.ts'
import { UUID } from '@purser/contract/values.ts'
import { Fault } from '../../../kernel/fault.ts'
import { redactKeys } from '../../wallets/index.ts'
import type { Feeds, Terminal } from '../agents.ts'
import * as store from '../agents.store.ts'
import { getAgent } from '../ownership.ts'
import type { AgentsParts } from '../parts.ts'
import { requireOfAgent } from './record.ts'

const STRATEGY_LINES = 1_000

export function createTerminal(parts: AgentsParts): Terminal {
  const { db, strategies } = parts
  return {
    list: async (userId, id, limit) =>
      strategies.lines.agentLogs(userId, (await getAgent(db, userId, id)).id, limit),
    async listOfStrategy(userId, id, strategyId) {
      await requireOfAgent(parts, userId, id, strategyId)
      return strategies.lines.logs(userId, strategyId, STRATEGY_LINES)
    },
    addLine: (userId, id, line) => addLine(parts, userId, id, line),
    clear: async (userId, id) => strategies.lines.clearLogs(userId, (await getAgent(db, userId, id)).id),
  }
}

async function addLine(
  { db, strategies }: AgentsParts,
  userId: number,
  id: string,
  { message, strategyId }: { message: string; strategyId: string | null },
): Promise<TerminalLog> {
  const row = await getAgent(db, userId, id)
  if (strategyId !== null) {
    const strategy = await strategies.lookups.find(userId, strategyId)
    if (strategy?.agentId !== row.id) throw new Fault('not_found', { what: 'Strategy' })
  }
  return strategies.lines.addLog(userId, row, redactKeys(message), strategyId)
}

export function createFeeds({ db, strategies }: AgentsParts): Feeds {
  const find = async (userId: number, externalId: string) =>
    UUID.test(externalId) ? await store.findByExternalId(db, userId, externalId) : undefined
  return {
    findAgentId: async (userId, externalId) => (await find(userId, externalId))?.id ?? null,
    findAgentFeed: async (userId, externalId) => ((await find(userId, externalId)) ? externalId : null),
    async findStrategyFeed(userId, strategyId) {
      const found = await strategies.lookups.find(userId, strategyId)
      return found && (await store.findAgent(db, userId, found.agentId)) ? strategyId : null
    },
  }
}
