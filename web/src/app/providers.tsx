import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useRef, type ReactNode } from 'react'
import { AuthProvider } from '#features/accounts/index.ts'
import { useConnection } from '#wire/use-connection.ts'
import { schemeManager, theme } from './theme.ts'

// 'always': the default would hold a mutation back while offline and send it by itself later. wire/api.ts retries.
const client = new QueryClient({
  defaultOptions: {
    queries: { networkMode: 'always', retry: false, staleTime: 5_000, refetchOnWindowFocus: false },
    mutations: { networkMode: 'always', retry: false },
  },
})
const manager = schemeManager()

export function Providers({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} colorSchemeManager={manager} defaultColorScheme="auto">
      <QueryClientProvider client={client}>
        <FreshAfterOutage />
        <AuthProvider>{children}</AuthProvider>
      </QueryClientProvider>
    </MantineProvider>
  )
}

/** When the server is back, all that was shown from the caches is asked for again. */
function FreshAfterOutage() {
  const state = useConnection()
  const before = useRef(state)
  useEffect(() => {
    if (state === 'live' && before.current !== 'live') void client.invalidateQueries()
    before.current = state
  }, [state])
  return null
}
