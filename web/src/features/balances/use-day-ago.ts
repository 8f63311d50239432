import { valuesDayAgo } from '@purser/contract/balances/balances.ts'
import { parseUnits, USD_DECIMALS } from '@purser/contract/money.ts'
import { HOUR_MS } from '@purser/contract/time.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '#wire/api.ts'
import type { DayAgo } from './day-change.ts'

/** The worth of each wallet a day ago. */
export function useDayAgo(): DayAgo {
  const { data, isError } = useQuery({
    queryKey: ['values-day-ago'],
    queryFn: async ({ signal }) => {
      const { at, values } = await call(valuesDayAgo, { signal })
      return {
        at,
        usd: new Map(values.map(({ walletId, usd }) => [walletId, parseUnits(usd, USD_DECIMALS)])),
      }
    },
    // A value is recorded once an hour.
    staleTime: HOUR_MS / 4,
    refetchInterval: HOUR_MS / 2,
  })
  return data ?? (isError ? 'failed' : 'loading')
}
