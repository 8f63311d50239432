import { searchTokens } from '@purser/contract/tokens/token-search.ts'
import { getSymbol } from '@purser/contract/tokens/tokens.ts'
import { useQuery } from '@tanstack/react-query'
import { shortAddress } from '#ui/formats/short-address.ts'
import { call } from '#wire/api.ts'
import { never } from '#wire/retry.ts'

const FRESH_MS = 10 * 60_000
/** A token with one of these is shown by its address alone. */
const DOUBTS = new Set(['imitates', 'suspicious'])

/** The name of a token that no plan names; if no list knows it, with the address beside it. */
export function useTokenName(mint: string): string {
  const short = shortAddress(mint)
  const listed = getSymbol(mint)
  const { data } = useQuery({
    queryKey: ['token-name', mint],
    queryFn: ({ signal }) => call(searchTokens, { query: { query: mint }, signal, retry: never }),
    enabled: listed === short,
    staleTime: FRESH_MS,
  })
  const found = data?.tokens.find((one) => one.mint === mint)
  if (!found || found.warnings.some(({ code }) => DOUBTS.has(code))) return listed
  return `${found.symbol} (${short})`
}
