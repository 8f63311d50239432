/** The server's status: its cluster, and whether it stores mails in the outbox. */
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
