import { MONITOR_POLL_MS } from '@purser/contract/limits.ts'
import {
  getStrategyTotals,
  type ListedStrategy,
  type StrategyTotals,
} from '@purser/contract/strategies/strategies.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '#wire/api.ts'
import { strategiesKey } from '../use-agents.ts'

/** While one of them is live its figures follow the market. */
const LIVE_MS = 10_000

export type CurrentStrategies = {
  /** The strategy of each agent for its row in the list: the live one, else the newest known. */
  byAgent: ReadonlyMap<number, ListedStrategy>
  /** At the same prices. */
  totals: StrategyTotals
}

export const useCurrentStrategies = () =>
  useQuery({
    queryKey: [...strategiesKey, 'present'],
    queryFn: async ({ signal }): Promise<CurrentStrategies> => {
      const totals = await call(getStrategyTotals, { signal })
      return { byAgent: new Map(totals.current.map((one) => [one.agent_id, one])), totals }
    },
    refetchInterval: ({ state }) =>
      state.data?.totals.current.some((one) => one.ended_at === null) ? LIVE_MS : MONITOR_POLL_MS,
    refetchOnWindowFocus: true,
  })
