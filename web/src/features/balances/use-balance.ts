import { getBalance } from '@purser/contract/balances.ts'
import { BALANCE_POLL_MS, BALANCE_THROTTLE_MS } from '@purser/contract/limits.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { call } from '#wire/api.ts'
import { balanceCache, lastKnown } from '#wire/caches.ts'

export const balanceKey = (address: string) => ['balance', address]

/** Asked every 30 s, and never twice within 3 s; while the server is away what was last known. */
export const useBalance = (address: string) =>
  useQuery({
    queryKey: balanceKey(address),
    queryFn: ({ signal }) =>
      lastKnown(call(getBalance, { params: { address }, signal }), balanceCache(address)),
    staleTime: BALANCE_THROTTLE_MS,
    refetchInterval: BALANCE_POLL_MS,
  })

/** Asks again for what is on screen, at most once in 3 s: what comes sooner is answered by the one that follows. */
export function useRefreshBalances(): () => void {
  const client = useQueryClient()
  const planned = useRef(false)
  return useCallback(() => {
    if (planned.current) return
    planned.current = true
    setTimeout(() => {
      planned.current = false
      void client.invalidateQueries({ queryKey: ['balance'] })
    }, BALANCE_THROTTLE_MS)
  }, [client])
}
