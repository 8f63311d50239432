import { getMinimumRent, listGroupedWallets } from '@purser/contract/distributions/distributions.ts'
import { BALANCE_POLL_MS } from '@purser/contract/limits.ts'
import { parseUnits, SOL_DECIMALS } from '@purser/contract/money.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '#wire/api.ts'
import { holdersOf } from './holders.ts'
import { groupedKey } from '../query-keys.ts'

/** The wallets by group with their SOL, refetched every 30 s. */
export const useHolders = () =>
  useQuery({
    queryKey: groupedKey,
    queryFn: async ({ signal }) => holdersOf((await call(listGroupedWallets, { signal })).data.groups),
    refetchInterval: BALANCE_POLL_MS,
    // Structural sharing does not support bigint.
    structuralSharing: false,
  })

/** The chain changes it now and then. */
const RENT_POLL_MS = 60_000

/** The rent minimum of an account without data in lamports; undefined until loaded. */
export function useMinimumRent(): bigint | undefined {
  const rent = useQuery({
    queryKey: ['minimum-rent'],
    queryFn: async ({ signal }) =>
      parseUnits((await call(getMinimumRent, { signal })).data.sol, SOL_DECIMALS),
    staleTime: RENT_POLL_MS,
    refetchInterval: RENT_POLL_MS,
    structuralSharing: false,
  })
  return rent.data
}
