import { listOperations } from '@purser/contract/activity.ts'
import { OPERATIONS_PAGE } from '@purser/contract/limits.ts'
import { isFinalStatus, type Operation } from '@purser/contract/transfers.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { operationsKey, useLiveOperations } from '#features/distributions/index.ts'
import { call } from '#wire/api.ts'
import { filterQuery, type OperationFilter } from './filter.ts'

/** Updated live, and polled in case the channel is closed: often while something runs. */
const RUNNING_MS = 1_500
const QUIET_MS = 15_000

export function useOperations(filter: OperationFilter) {
  useLiveOperations()
  return useInfiniteQuery({
    queryKey: [...operationsKey, 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      call(listOperations, {
        query: {
          ...filterQuery(filter),
          limit: OPERATIONS_PAGE,
          ...(pageParam === '' ? {} : { before: pageParam }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    refetchInterval: (query) => {
      const operations: Operation[] = query.state.data?.pages.flatMap((page) => page.operations) ?? []
      return operations.some((one) => !isFinalStatus(one.status)) ? RUNNING_MS : QUIET_MS
    },
    refetchOnWindowFocus: true,
  })
}
