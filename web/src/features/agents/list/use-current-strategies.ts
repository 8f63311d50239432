import { MONITOR_POLL_MS, STRATEGIES_PAGE } from '@purser/contract/limits.ts'
import {
  getStrategyTotals,
  type ListedStrategy,
  listAllStrategies,
  type StrategyTotals,
} from '@purser/contract/strategies/strategies.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '#wire/api.ts'
import { strategiesKey } from '../use-agents.ts'

/** While one of them is live its figures follow the market. */
const LIVE_MS = 10_000
const MOST_LIVE = 100

export type CurrentStrategies = {
  /** The strategy of each agent for its row in the list: the live one, else the newest known. */
  byAgent: ReadonlyMap<number, ListedStrategy>
  totals: StrategyTotals
}

export const useCurrentStrategies = () =>
  useQuery({
    queryKey: [...strategiesKey, 'present'],
    queryFn: async ({ signal }): Promise<CurrentStrategies> => {
      const [{ strategies: newest }, totals] = await Promise.all([
        call(listAllStrategies, { query: { limit: STRATEGIES_PAGE }, signal }),
        call(getStrategyTotals, { signal }),
      ])
      // On a full page live ones may be missing.
      const isFull = newest.length === STRATEGIES_PAGE
      const live = isFull
        ? (await call(listAllStrategies, { query: { limit: MOST_LIVE, status: 'live' }, signal })).strategies
        : newest.filter((one) => one.ended_at === null)
      const byAgent = new Map<number, ListedStrategy>()
      for (const one of [...live, ...newest]) if (!byAgent.has(one.agent_id)) byAgent.set(one.agent_id, one)
      return { byAgent, totals }
    },
    refetchInterval: ({ state }) =>
      [...(state.data?.byAgent.values() ?? [])].some((one) => one.ended_at === null)
        ? LIVE_MS
        : MONITOR_POLL_MS,
    refetchOnWindowFocus: true,
  })
