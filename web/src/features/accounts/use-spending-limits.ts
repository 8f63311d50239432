import { getSpendingLimits } from '@purser/contract/transfers/spending-limits.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '#wire/api.ts'

export const limitsKey = ['users', 'me', 'limits']

/** The limits of real money; `limits` is null if there are none. */
export const useSpendingLimits = (enabled = true) =>
  useQuery({
    enabled,
    queryKey: limitsKey,
    queryFn: ({ signal }) => call(getSpendingLimits, { signal }),
  })
