import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useRef, type ReactNode } from 'react'
import { AuthProvider } from '#features/accounts/index.ts'
import { useConnection } from '#wire/use-connection.ts'
import { createQueryClient } from './query-client.ts'
import { providerProps } from './theme.ts'

const client = createQueryClient()

export function Providers({ children }: { children: ReactNode }) {
  return (
    <MantineProvider {...providerProps}>
      <QueryClientProvider client={client}>
        <FreshAfterOutage />
        <AuthProvider>{children}</AuthProvider>
      </QueryClientProvider>
    </MantineProvider>
  )
}

/** Refetches everything once the server is back: the page may have shown caches. */
function FreshAfterOutage() {
  const state = useConnection()
  const before = useRef(state)
  useEffect(() => {
    if (state === 'live' && before.current !== 'live') void client.invalidateQueries()
    before.current = state
  }, [state])
  return null
}
