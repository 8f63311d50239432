/** One operation, followed until it is final. */
import { getOperation } from '@purser/contract/activity.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '#wire/api.ts'
import { pollInterval } from './after-end.ts'
import { operationKey } from '../run/run-store.ts'
import { useLiveOperations } from './use-live-operations.ts'

/** Without an id nothing is requested. */
export function useOperation(id: string | undefined) {
  useLiveOperations()
  return useQuery({
    queryKey: operationKey(id ?? ''),
    queryFn: ({ signal }) => call(getOperation, { params: { id: id ?? '' }, signal }),
    enabled: id !== undefined,
    refetchInterval: (query) => pollInterval(query.state.data),
  })
}
