import { listOperations } from '@purser/contract/activity.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '#wire/api.ts'
import type { Kind } from '../kinds.ts'
import { toRunning, type Running } from './running-operations.ts'
import { runningKey } from './run-store.ts'

/** The largest page: ended operations may be newer than a running one. */
const NEWEST = 200
const NONE: Running[] = []

/** Running operations of these kinds, newest first. One request per type, so that other types do not fill the page. */
export function useRunningOperations(kinds: readonly Kind[]): Running[] {
  const query = useQuery({
    queryKey: [...runningKey, ...kinds],
    queryFn: async ({ signal }): Promise<Running[]> => {
      const requestedAt = Date.now()
      const pages = await Promise.all(
        kinds.map((type) => call(listOperations, { query: { type, limit: NEWEST }, signal })),
      )
      return toRunning(pages.flatMap((page) => page.operations)).map((one) => ({ ...one, requestedAt }))
    },
  })
  return query.data ?? NONE
}
