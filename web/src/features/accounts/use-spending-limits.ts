import { getSpendingLimits } from '@purser/contract/spending-limits.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '#wire/api.ts'

export const limitsKey = ['users', 'me', 'limits']

/** Of real money; `limits` is null where nothing is limited. */
export const useSpendingLimits = (enabled = true) =>
  useQuery({
    enabled,
    queryKey: limitsKey,
    queryFn: ({ signal }) => call(getSpendingLimits, { signal }),
  })
