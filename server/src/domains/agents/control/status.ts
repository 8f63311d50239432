import type { AgentStatus } from '@purser/contract/agents/agents.ts'
import { isLive, type StrategySummary } from '../../strategies/index.ts'
import { type AgentRow, listAgents } from '../agents.store.ts'
import { getAgent, toAgentState } from '../ownership.ts'
import type { AgentsParts } from '../parts.ts'

export async function getStatus(
  { db, strategies }: AgentsParts,
  userId: number,
  id: string,
): Promise<AgentStatus> {
  const row = await getAgent(db, userId, id)
  const [present] = await strategies.lookups.summaries(userId, [row.id])
  return toStatus(row, present)
}

export async function listStatuses(
  { db, strategies }: AgentsParts,
  userId: number,
): Promise<Record<string, AgentStatus>> {
  const rows = await listAgents(db, userId)
  const ids = rows.map((row) => row.id)
  const present = new Map((await strategies.lookups.summaries(userId, ids)).map((one) => [one.agentId, one]))
  return Object.fromEntries(rows.map((row) => [row.id, toStatus(row, present.get(row.id))]))
}

function toStatus(row: AgentRow, present: StrategySummary | undefined): AgentStatus {
  const status = toAgentState(present && isLive(present.status) ? present : undefined)
  return {
    agent_id: row.id,
    active: status !== 'stopped',
    status,
    strategy_id: present?.id ?? null,
    external_id: row.externalId,
  }
}
