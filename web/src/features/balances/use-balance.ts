import { getBalance } from '@purser/contract/balances.ts'
import { BALANCE_POLL_MS, BALANCE_THROTTLE_MS } from '@purser/contract/limits.ts'
import { useQuery } from '@tanstack/react-query'
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
