import { listOperations } from '@purser/contract/activity.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '#wire/api.ts'
import { openOnes, type Running } from './running.ts'
import { runningKey } from './run-store.ts'

/** As many as one answer holds: newer ones that have ended stand before one that still runs. */
const NEWEST = 200
const NONE: Running[] = []

/** Distributions and gathers that are not over, newest first. Each is asked for by its type, so that no other hides it. */
export function useRunning(): Running[] {
  const query = useQuery({
    queryKey: runningKey,
    queryFn: async ({ signal }): Promise<Running[]> => {
      const asked = Date.now()
      const pages = await Promise.all(
        (['distribute', 'gather'] as const).map((type) =>
          call(listOperations, { query: { type, limit: NEWEST }, signal }),
        ),
      )
      return openOnes(pages.flatMap((page) => page.operations)).map((one) => ({ ...one, asked }))
    },
  })
  return query.data ?? NONE
}
