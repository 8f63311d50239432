import { getBalance } from '@purser/contract/balances/balances.ts'
import { BALANCE_POLL_MS, BALANCE_THROTTLE_MS } from '@purser/contract/limits.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#wire/api.ts'
import { balanceCache } from '#wire/storage/caches.ts'
import { lastKnown } from '#wire/storage/cache.ts'
import { coalesce } from '#wire/live/coalesce.ts'

export const balanceKey = (address: string) => ['balance', address]
/** The balances that lists of wallets show. */
export const visibleKey = ['balances', 'visible']

/** Refetched every 30 s, and at most once in 3 s; while the server is unavailable the cached balance. */
export const useBalance = (address: string) =>
  useQuery({
    queryKey: balanceKey(address),
    queryFn: ({ signal }) =>
      lastKnown(call(getBalance, { params: { address }, signal }), balanceCache(address)),
    staleTime: BALANCE_THROTTLE_MS,
    refetchInterval: BALANCE_POLL_MS,
  })

/** Refetches the balances on screen, at most once in 3 s for all calls. */
export function useRefreshBalances(): () => void {
  const client = useQueryClient()
  const [refresh] = useState(() =>
    coalesce(() => {
      for (const queryKey of [['balance'], visibleKey]) void client.invalidateQueries({ queryKey })
    }, BALANCE_THROTTLE_MS),
  )
  return refresh.soon
}
