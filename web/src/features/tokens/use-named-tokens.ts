import { listNamedTokens, type NamedToken } from '@purser/contract/tokens/created-tokens.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '#wire/api.ts'

export const namedTokensKey = ['named-tokens']
const NONE: NamedToken[] = []
const FRESH_MS = 30_000

export const useNamedTokenQuery = () =>
  useQuery({
    queryKey: namedTokensKey,
    queryFn: ({ signal }) => call(listNamedTokens, { signal }),
    staleTime: FRESH_MS,
    // Another account may have shared one meanwhile.
    refetchOnWindowFocus: true,
  })

/** Tokens that the account knows by name besides the known ones; none while they load or if that fails. */
export const useNamedTokens = (): NamedToken[] => useNamedTokenQuery().data?.tokens ?? NONE

export type TokenLabel = { mint: string; label: string; title: string }

/** Labels that distinguish two tokens of one symbol. */
export function labelsOf(tokens: NamedToken[]): TokenLabel[] {
  const times = new Map<string, number>()
  for (const { symbol } of tokens) times.set(symbol, (times.get(symbol) ?? 0) + 1)
  return tokens.map(({ mint, symbol, name, owner }) => ({
    mint,
    label: (times.get(symbol) ?? 0) > 1 ? `${symbol} (${mint.slice(0, 4)})` : symbol,
    title: owner === null ? `${name}, created by you` : `${name}, shared by ${owner}`,
  }))
}

export function useTokenLabels(): TokenLabel[] {
  const tokens = useNamedTokens()
  return useMemo(() => labelsOf(tokens), [tokens])
}
