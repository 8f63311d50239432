import { getMinimumRent, listGroupedWallets } from '@purser/contract/distributions.ts'
import { BALANCE_POLL_MS } from '@purser/contract/limits.ts'
import { parseUnits, SOL_DECIMALS } from '@purser/contract/money.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '#wire/api.ts'
import { holdersOf } from './holders.ts'

export const groupedKey = ['grouped-wallets']

/** The wallets by group with their SOL, asked again every 30 s. */
export const useHolders = () =>
  useQuery({
    queryKey: groupedKey,
    queryFn: async ({ signal }) => holdersOf((await call(listGroupedWallets, { signal })).data.groups),
    refetchInterval: BALANCE_POLL_MS,
    // bigint is nothing the structural comparison understands.
    structuralSharing: false,
  })

/** Lamports that an account without data must hold; undefined until the chain has said. */
export function useMinimumRent(): bigint | undefined {
  const rent = useQuery({
    queryKey: ['minimum-rent'],
    queryFn: async ({ signal }) =>
      parseUnits((await call(getMinimumRent, { signal })).data.sol, SOL_DECIMALS),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })
  return rent.data
}
