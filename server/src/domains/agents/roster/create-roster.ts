/** Composes what creates, deletes and lists agents. */
import type { AgentDetail } from '@purser/contract/agents/agents.ts'
import type { Roster } from '../agents.ts'
import * as store from '../agents.store.ts'
import { getAgent, toAgentId } from '../ownership.ts'
import type { AgentsParts } from '../parts.ts'
import { createAgent } from './create-agent.ts'
import { removeAgent, sweepAgents } from './remove-agent.ts'
import { readAgents, toAgent } from './view.ts'

export function createRoster(parts: AgentsParts): Roster {
  const { db } = parts
  return {
    list: async (userId) => readAgents(parts, userId, await store.listAgents(db, userId)),
    listNames: async (userId) => (await store.listAgents(db, userId)).map(({ id, name }) => ({ id, name })),
    findNames: async (userId, ids) =>
      new Map((await store.listNames(db, userId, ids)).map(({ id, name }) => [id, name])),
    get: (userId, id) => getDetail(parts, userId, id),
    create: createAgent,
    async rename(userId, id, name) {
      const row = await getAgent(db, userId, id)
      await store.renameAgent(db, row.id, name)
      const [agent] = await readAgents(parts, userId, [{ ...row, name }])
      if (!agent) throw new Error('one row makes one agent')
      return agent
    },
    remove: (userId, id, externalId) => removeAgent(parts, userId, id, externalId),
    sweep: () => sweepAgents(parts),
  }
}

async function getDetail({ db, strategies }: AgentsParts, userId: number, id: string): Promise<AgentDetail> {
  // At once: each of them is asked for this user.
  const agentId = toAgentId(id)
  const [row, [present], all] = await Promise.all([
    getAgent(db, userId, id),
    strategies.lookups.summaries(userId, [agentId]),
    strategies.lookups.list(userId, agentId),
  ])
  return { ...toAgent(row, present), strategies: all }
}
