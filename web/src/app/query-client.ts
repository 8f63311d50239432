import { type InvalidateQueryFilters, QueryClient } from '@tanstack/react-query'

/**
 * A query that is still loading for the first time when it is invalidated was sent before the change: the library takes
 * its answer for the present one, and a new entry would be missing until the next poll. Such a query is sent once more,
 * after the first answer is shown: if it were cancelled instead, a list that often changes might never come.
 */
class Client extends QueryClient {
  override async invalidateQueries(
    filters?: InvalidateQueryFilters,
    options?: Parameters<QueryClient['invalidateQueries']>[1],
  ): Promise<void> {
    const first = this.getQueryCache()
      .findAll(filters)
      .filter(({ state }) => state.data === undefined && state.fetchStatus === 'fetching')
    await super.invalidateQueries(filters, options)
    if (first.length === 0) return
    await super.invalidateQueries({ ...filters, predicate: (query) => first.includes(query) }, options)
  }
}

/** 'always': the default would hold a mutation back while offline and send it by itself later. wire/api.ts retries. */
export const createQueryClient = (): QueryClient =>
  new Client({
    defaultOptions: {
      queries: { networkMode: 'always', retry: false, staleTime: 5_000, refetchOnWindowFocus: false },
      mutations: { networkMode: 'always', retry: false },
    },
  })
