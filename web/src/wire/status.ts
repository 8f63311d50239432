/** What the server says about itself: the cluster it is on, and whether it keeps its mails here. */
import { getStatus } from '@purser/contract/system.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from './api.ts'

export function useServerStatus() {
  return useQuery({
    queryKey: ['status'],
    queryFn: ({ signal }) => call(getStatus, { signal }),
    staleTime: 60_000,
  })
}
