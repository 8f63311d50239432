import { MONITOR_POLL_MS, STRATEGIES_PAGE } from '@purser/contract/limits.ts'
import { type ListedStrategy, listAllStrategies } from '@purser/contract/strategies/strategies.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '#wire/api.ts'
import { strategiesKey } from '../use-agents.ts'

/** While one of them is live its figures follow the market. */
const LIVE_MS = 10_000
const MOST_LIVE = 100

/** The strategy of each agent for its row in the list: the live one, else the newest known. */
export const useCurrentStrategies = () =>
  useQuery({
    queryKey: [...strategiesKey, 'present'],
    queryFn: async ({ signal }) => {
      const [newest, live] = await Promise.all([
        call(listAllStrategies, { query: { limit: STRATEGIES_PAGE }, signal }),
        call(listAllStrategies, { query: { limit: MOST_LIVE, status: 'live' }, signal }),
      ])
      const present = new Map<number, ListedStrategy>()
      for (const one of [...live.strategies, ...newest.strategies])
        if (!present.has(one.agent_id)) present.set(one.agent_id, one)
      return present
    },
    refetchInterval: ({ state }) =>
      [...(state.data?.values() ?? [])].some((one) => one.ended_at === null) ? LIVE_MS : MONITOR_POLL_MS,
    refetchOnWindowFocus: true,
  })
