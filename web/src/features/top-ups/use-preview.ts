import { changeTopUpSettings, type TopUpPreview, type TopUpSettings } from '@purser/contract/top-ups.ts'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { call } from '#wire/api.ts'
import { never } from '#wire/retry.ts'
import type { Change } from './widens.ts'

export type Preview = TopUpPreview & { data: TopUpSettings }

/** The first round after this change. Nothing is stored. */
export function usePreview(change: Change) {
  const id = useId()
  return useQuery({
    queryKey: ['top-up-preview', id, change],
    queryFn: async ({ signal }): Promise<Preview> => {
      const answer = await call(changeTopUpSettings, {
        body: { ...change, dryRun: true },
        signal,
        retry: never,
      })
      const { wallets, total, fees, fees_at_most: most, proposed_daily_cap, first_wallets, left_out } = answer
      const { funding, cap_left, limit } = answer
      if (wallets === undefined || total === undefined || fees === undefined || !first_wallets || !left_out)
        throw new Error('an answer without a preview')
      if (proposed_daily_cap === undefined || funding === undefined || cap_left === undefined)
        throw new Error('an answer without a preview')
      const figures = { wallets, total, fees, proposed_daily_cap, first_wallets, left_out, funding, cap_left }
      const raised = most === undefined ? {} : { fees_at_most: most }
      return { ...figures, ...raised, ...(limit ? { limit } : {}), data: answer.data }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}
