import { MINTS_PER_REQUEST } from '@purser/contract/limits.ts'
import {
  fallbackSymbol,
  getTokenMetadata,
  KNOWN_TOKENS,
  listTokenMetadata,
  type TokenMetadata,
} from '@purser/contract/tokens/tokens.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call } from '#wire/api.ts'
import { chunked } from '#wire/chunked.ts'

const tokenKey = ['token-metadata']
const FRESH_MS = 10 * 60_000

/** A token with its rules; an unknown one is an error with its sentence. */
export const useTokenDetail = (mint: string | undefined) =>
  useQuery({
    queryKey: [...tokenKey, mint],
    enabled: mint !== undefined,
    queryFn: ({ signal }) => call(getTokenMetadata, { body: { mintAddress: mint ?? '' }, signal }),
    staleTime: FRESH_MS,
  })

/** The symbols of these; one that cannot be looked up is called by the first letters of its address. */
export function useTokenNames(mints: string[]): (mint: string) => string {
  const query = useQuery({
    queryKey: [...tokenKey, 'names', mints],
    enabled: mints.length > 0,
    queryFn: async ({ signal }): Promise<Record<string, TokenMetadata>> => {
      const found: Record<string, TokenMetadata> = {}
      for (const mintAddresses of chunked(mints, MINTS_PER_REQUEST))
        for (const token of (await call(listTokenMetadata, { body: { mintAddresses }, signal })).tokens)
          found[token.mint] = token
      return found
    },
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
  })
  const names = query.data
  return useCallback(
    (mint) =>
      names?.[mint]?.symbol ??
      KNOWN_TOKENS.find((token) => token.mint === mint)?.symbol ??
      fallbackSymbol(mint),
    [names],
  )
}

/** The symbol of the moved asset: SOL without a mint. */
export function useUnit(mint: string | undefined): string {
  const symbolOf = useTokenNames(mint === undefined ? NONE : [mint])
  return mint === undefined ? 'SOL' : symbolOf(mint)
}
const NONE: string[] = []
