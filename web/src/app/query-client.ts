import { type InvalidateQueryFilters, QueryClient } from '@tanstack/react-query'

/**
 * A query that is loaded for the first time when it is invalidated was asked for before the change: the library takes that
 * answer for the present one, and what was just made would not be there until the next poll. It is asked for once more, when
 * the first answer is shown: cancelled instead, a list that often changes might never come.
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
