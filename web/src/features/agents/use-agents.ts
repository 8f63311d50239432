import {
  createAgent,
  getAgent,
  listAgents,
  type Agent,
  type AgentDetail,
} from '@purser/contract/agents/agents.ts'
import { MONITOR_POLL_MS } from '@purser/contract/limits.ts'
import type { Strategy } from '@purser/contract/strategies/strategies.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#wire/api.ts'
import { agentCache, agentStatus, agentsCache } from '#wire/storage/caches.ts'
import { lastKnown } from '#wire/storage/cache.ts'
import { newKey } from '#wire/idempotency.ts'
import { nextAgentName } from './agent-name.ts'

const STOPPING_POLL_MS = 2_000
export const agentsKey = ['agents']
/** Strategies of all agents. */
export const strategiesKey = ['strategies']
export const agentKey = (id: number) => ['agent', id]

/** The agents, polled every 30 s; while the server is unavailable the cached ones, else none. */
export const useAgents = () =>
  useQuery({
    queryKey: agentsKey,
    queryFn: ({ signal }) => lastKnown(call(listAgents, { signal }).then(withoutEnded), agentsCache, []),
    refetchInterval: MONITOR_POLL_MS,
    refetchOnWindowFocus: 'always',
  })

/** The cached status of an agent that ended while another was on screen is changed to that. */
function withoutEnded(agents: Agent[]): Agent[] {
  for (const { id, active } of agents) {
    const stored = agentStatus.read(id)
    if (!active && stored?.active)
      agentStatus.write(id, { ...stored, active: false, strategyId: null, isPaused: false })
  }
  return agents
}

type KnownAgent = AgentDetail & {
  /** When it was loaded (ms), if it comes from the cache. */
  staleAt?: number
}

export function useAgent(id: number) {
  return useQuery({
    queryKey: agentKey(id),
    queryFn: async ({ signal }): Promise<KnownAgent> => {
      const cache = agentCache(id)
      const write = (agent: AgentDetail) => {
        const current = currentStrategy(agent)
        cache.write({ ...agent, strategies: current ? [current] : [] })
      }
      const known = await lastKnown(call(getAgent, { params: { id }, signal }), { ...cache, write })
      const agent = known.value
      if (known.stale) return { ...agent, staleAt: known.at }
      agentStatus.write(id, {
        active: agent.active,
        externalId: agent.external_id,
        strategyId: currentStrategy(agent)?.id ?? null,
        isPaused: agent.status === 'paused',
      })
      return agent
    },
    refetchOnWindowFocus: 'always',
    // Changes arrive on the status channel; the poll is for a closed channel, or an order still in flight.
    refetchInterval: ({ state: { data } }) =>
      data?.status === 'stopping' ? STOPPING_POLL_MS : data?.active ? MONITOR_POLL_MS : false,
  })
}

const LIVE = ['active', 'paused', 'stopping']

/** The strategy that is not ended, else the newest. */
export function currentStrategy(agent: AgentDetail): Strategy | undefined {
  const newestFirst = agent.strategies.toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1))
  return newestFirst.find((strategy) => LIVE.includes(strategy.status)) ?? newestFirst[0]
}

/** Creates 'Agent N' and passes it to `onCreated`. */
/** `onMade` before the list knows the agent, `onCreated` once it does. */
export function useCreateAgent(onCreated: (agent: Agent) => void, onMade?: (id: number) => void) {
  const client = useQueryClient()
  const agents = useAgents()
  return useMutation({
    mutationFn: () => {
      const name = nextAgentName(agents.data?.value.map((agent) => agent.name) ?? [])
      return call(createAgent, { body: { name }, key: newKey() })
    },
    onSuccess: async (agent) => {
      onMade?.(agent.id)
      await client.invalidateQueries({ queryKey: agentsKey })
      onCreated(agent)
    },
  })
}
