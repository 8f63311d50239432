import { listOperations } from '@purser/contract/activity.ts'
import { isFinalStatus } from '@purser/contract/transfers.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '#wire/api.ts'
import type { Running } from './tab-frame.tsx'
import { operationsKey } from './use-run.ts'

/** The newest distribution or gather that is not over. */
export function useRunning(): Running | undefined {
  const query = useQuery({
    queryKey: [...operationsKey, 'running'],
    queryFn: async ({ signal }): Promise<Running | null> => {
      const { operations } = await call(listOperations, { signal })
      for (const { id, type, status } of operations)
        if ((type === 'distribute' || type === 'gather') && !isFinalStatus(status)) return { id, kind: type }
      return null
    },
  })
  return query.data ?? undefined
}
