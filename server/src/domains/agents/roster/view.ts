/** Agents as the API answers them. */
import type { Agent } from '@purser/contract/agents/agents.ts'
import { isLive, type StrategySummary } from '../../strategies/index.ts'
import type { AgentRow } from '../agents.store.ts'
import { toAgentState } from '../ownership.ts'
import type { AgentsParts } from '../parts.ts'

/** `present`: its live strategy, or else its newest. */
export function toAgent(row: AgentRow, present: StrategySummary | undefined): Agent {
  const status = toAgentState(present && isLive(present.status) ? present : undefined)
  return {
    id: row.id,
    name: row.name,
    external_id: row.externalId,
    active: status !== 'stopped',
    status,
    strategies: present ? [{ id: present.id, status: present.status }] : [],
    created_at: row.createdAt.toISOString(),
  }
}

export async function readAgents(
  { strategies }: AgentsParts,
  userId: number,
  rows: AgentRow[],
): Promise<Agent[]> {
  const ids = rows.map((row) => row.id)
  const all = new Map((await strategies.lookups.summaries(userId, ids)).map((one) => [one.agentId, one]))
  return rows.map((row) => toAgent(row, all.get(row.id)))
}
