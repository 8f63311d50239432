import { KNOWN_TOKENS } from '@purser/contract/tokens.ts'
import { useMemo } from 'react'
import { isHolding } from './holding.ts'
import type { Holdings } from './holding-store.ts'

export type TokenOption = { mint: string; symbol: string }

/** The tokens to filter by: the known ones and all that any wallet holds. Referentially stable until a token is added. */
export function useTokenOptions(holdings: Holdings): TokenOption[] {
  const found = useMemo(() => {
    const symbols = new Map(KNOWN_TOKENS.map(({ mint, symbol }) => [mint, symbol]))
    for (const state of holdings.values())
      if (isHolding(state))
        for (const { mint, symbol } of state.tokens) if (!symbols.has(mint)) symbols.set(mint, symbol)
    return JSON.stringify([...symbols])
  }, [holdings])
  return useMemo(
    () => (JSON.parse(found) as [string, string][]).map(([mint, symbol]) => ({ mint, symbol })),
    [found],
  )
}
