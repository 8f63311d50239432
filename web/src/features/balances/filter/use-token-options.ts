import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import { useMemo } from 'react'
import { useNamedTokens } from '#features/tokens/index.ts'
import { isHolding } from '../holding.ts'
import type { Holdings } from '../holding-store.ts'

export type TokenOption = { mint: string; symbol: string }

/** The tokens to filter by: the known ones, those that the account knows by name, and all that any wallet holds. Referentially stable until a token is added. */
export function useTokenOptions(holdings: Holdings): TokenOption[] {
  const named = useNamedTokens()
  const found = useMemo(() => {
    const symbols = new Map([...KNOWN_TOKENS, ...named].map(({ mint, symbol }) => [mint, symbol]))
    for (const state of holdings.values())
      if (isHolding(state))
        for (const { mint, symbol } of state.tokens) if (!symbols.has(mint)) symbols.set(mint, symbol)
    return JSON.stringify([...symbols])
  }, [holdings, named])
  return useMemo(
    () => (JSON.parse(found) as [string, string][]).map(([mint, symbol]) => ({ mint, symbol })),
    [found],
  )
}
