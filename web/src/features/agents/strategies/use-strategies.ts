import { MONITOR_POLL_MS, STRATEGIES_PAGE } from '@purser/contract/limits.ts'
import { type ListedStrategy, listAllStrategies } from '@purser/contract/strategies/strategies.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '#wire/api.ts'
import { type Known } from '#wire/storage/cache.ts'
import { strategiesCache } from '#wire/storage/caches.ts'
import { isDown } from '#wire/fault.ts'
import type { StrategyFilter } from './strategy-sort.ts'
import { strategiesKey } from '../use-agents.ts'

/** While one of them is live its figures follow the market. */
const LIVE_MS = 10_000

type Page = Known<ListedStrategy[]> & { next: string | undefined }

/** Strategies of all agents, newest first; while the server is unavailable the last known newest page. */
export function useStrategies({ status, agent }: StrategyFilter) {
  const isAll = status === '' && agent === ''
  return useInfiniteQuery({
    queryKey: [...strategiesKey, status, agent],
    queryFn: async ({ pageParam, signal }): Promise<Page> => {
      const request = call(listAllStrategies, {
        query: {
          limit: STRATEGIES_PAGE,
          ...(status === '' ? {} : { status }),
          ...(agent === '' ? {} : { agent: Number(agent) }),
          ...(pageParam === '' ? {} : { before: pageParam }),
        },
        signal,
      })
      try {
        const { strategies, next } = await request
        if (isAll && pageParam === '') strategiesCache.write(strategies)
        return { at: Date.now(), value: strategies, stale: false, next }
      } catch (error) {
        const cached = isAll && pageParam === '' && isDown(error) ? strategiesCache.read() : undefined
        if (!cached) throw error
        return { ...cached, stale: true, next: undefined }
      }
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    refetchInterval: (query) => {
      const pages = query.state.data?.pages ?? []
      return pages.some((page) => page.value.some((one) => one.ended_at === null)) ? LIVE_MS : MONITOR_POLL_MS
    },
    refetchOnWindowFocus: true,
  })
}
