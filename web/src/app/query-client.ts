import { QueryClient } from '@tanstack/react-query'

/** 'always': the default would hold a mutation back while offline and send it by itself later. wire/api.ts retries. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { networkMode: 'always', retry: false, staleTime: 5_000, refetchOnWindowFocus: false },
      mutations: { networkMode: 'always', retry: false },
    },
  })
