import { useDebouncedValue } from '@mantine/hooks'
import { TOKEN_QUERY_MAX } from '@purser/contract/limits.ts'
import { searchTokens } from '@purser/contract/tokens/token-search.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '#wire/api.ts'
import { never } from '#wire/retry.ts'

const SEARCH_MS = 300
const FRESH_MS = 60_000

/** Searches tokens by the typed text, once that rests; empty: no search. An answer is never shown for another text. */
export function useTokenSearch(text: string) {
  const typed = text.trim().slice(0, TOKEN_QUERY_MAX)
  const [wanted] = useDebouncedValue(typed, SEARCH_MS)
  const enabled = typed !== '' && wanted === typed
  const query = useQuery({
    queryKey: ['token-search', typed],
    // Cancelled as soon as something else is typed.
    queryFn: ({ signal }) => call(searchTokens, { query: { query: typed }, signal, retry: never }),
    enabled,
    staleTime: FRESH_MS,
  })
  return { query, found: query.data, loading: typed !== '' && !query.isError && query.data === undefined }
}
