import { getOperation, listOperations } from '@purser/contract/activity.ts'
import { OPERATIONS_PAGE } from '@purser/contract/limits.ts'
import { isFinalStatus, type Operation } from '@purser/contract/transfers.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { operationKey, operationsKey } from '#features/distributions/index.ts'
import { call } from '#wire/api.ts'
import { filterQuery, type OperationFilter } from './filter.ts'

/** While something runs the list follows it closely, else it looks now and then what began elsewhere. */
const RUNNING_MS = 1_500
const QUIET_MS = 15_000
/** A detail is asked again the more seldom the larger it is. */
const DETAIL_MS = 1_000
const PER_TRANSFER_MS = 1

export function useOperations(filter: OperationFilter) {
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

export const useOperation = (id: string) =>
  useQuery({
    queryKey: operationKey(id),
    queryFn: ({ signal }) => call(getOperation, { params: { id }, signal }),
    refetchInterval: (query) => {
      const detail = query.state.data
      if (!detail || isFinalStatus(detail.status)) return false
      return DETAIL_MS + PER_TRANSFER_MS * detail.transfers.length
    },
  })
