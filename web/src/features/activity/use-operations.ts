import { exportOperations, listOperations } from '@purser/contract/activity.ts'
import { OPERATIONS_PAGE } from '@purser/contract/limits.ts'
import { isFinalStatus, type Operation } from '@purser/contract/transfers/transfers.ts'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { operationsKey, useLiveOperations } from '#features/distributions/index.ts'
import { saveFile } from '#ui/save-file.ts'
import { toast } from '#ui/toast.ts'
import { type AnswerOf, call } from '#wire/api.ts'
import { lastKnown } from '#wire/storage/cache.ts'
import { operationsCache } from '#wire/storage/operations-cache.ts'
import { auditComplaint } from './audit-filter.ts'
import { filterQuery, isFiltered, type OperationFilter } from './filter.ts'

/** Updated live, and polled in case the channel is closed: often while something runs. */
const RUNNING_MS = 1_500
const QUIET_MS = 15_000

type Page = AnswerOf<typeof listOperations> & {
  /** When it was loaded (ms), if it comes from the cache. */
  staleAt?: number
}

/** The newest operations; while the server is unavailable the cached ones, without any older ones. */
async function lastKnownPage(page: Promise<Page>): Promise<Page> {
  let fresh: Page | undefined
  const list = page.then((answer) => (fresh = answer).operations)
  const { value, at, stale } = await lastKnown(list, operationsCache)
  return fresh ?? { operations: value, ...(stale ? { staleAt: at } : {}) }
}

/** `pages`: the number of loaded pages, from the page's URL. */
export function useOperations(filter: OperationFilter, pages: number) {
  useLiveOperations()
  const query = useInfiniteQuery({
    queryKey: [...operationsKey, 'list', filter],
    queryFn: async ({ pageParam, signal }): Promise<Page> => {
      const query = { ...filterQuery(filter), limit: OPERATIONS_PAGE }
      if (pageParam !== '') return call(listOperations, { query: { ...query, before: pageParam }, signal })
      const page = call(listOperations, { query, signal })
      return isFiltered(filter) ? page : lastKnownPage(page)
    },
    enabled: auditComplaint(filter) === undefined,
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    refetchInterval: (query) => {
      const operations: Operation[] = query.state.data?.pages.flatMap((page) => page.operations) ?? []
      return operations.some((one) => !isFinalStatus(one.status)) ? RUNNING_MS : QUIET_MS
    },
    refetchOnWindowFocus: true,
  })
  const loaded = query.data?.pages.length ?? 0
  const { hasNextPage, isFetchingNextPage, fetchNextPage, isError } = query
  useEffect(() => {
    if (loaded > 0 && loaded < pages && hasNextPage && !isFetchingNextPage && !isError) void fetchNextPage()
  }, [loaded, pages, hasNextPage, isFetchingNextPage, isError, fetchNextPage])
  return query
}

/** Downloads all operations that match the filter. */
export const useOperationsExport = (filter: OperationFilter) =>
  useMutation({
    mutationFn: () => call(exportOperations, { query: { ...filterQuery(filter), format: 'csv' } }),
    onSuccess: ({ filename, bytes }) => {
      saveFile(filename, bytes, exportOperations.file ?? '')
      toast(`${filename} was downloaded.`)
    },
  })
