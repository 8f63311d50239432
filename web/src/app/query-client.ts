import { type InvalidateQueryFilters, QueryClient } from '@tanstack/react-query'

/**
 * A query that is loaded for the first time when it is invalidated was asked for before the change: the library would take that
 * answer for the present one, and what was just made would not be there until the next poll. It is asked for again.
 */
class Client extends QueryClient {
  override async invalidateQueries(
    filters?: InvalidateQueryFilters,
    options?: Parameters<QueryClient['invalidateQueries']>[1],
  ): Promise<void> {
    const first = this.getQueryCache()
      .findAll(filters)
      .filter(({ state }) => state.data === undefined && state.fetchStatus === 'fetching')
    await Promise.all(first.map((query) => query.cancel({ revert: true })))
    await super.invalidateQueries(filters, options)
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
