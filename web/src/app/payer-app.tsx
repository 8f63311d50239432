import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { PayPage } from '#pages/pay.tsx'
import { referenceIn } from './paths.ts'
import { createQueryClient } from './query-client.ts'
import { providerProps } from './theme.ts'

const client = createQueryClient()

/** Without the shell, the session and the live channels of the console: a user who is signed in sees what any payer sees. */
export function PayerApp() {
  return (
    <MantineProvider {...providerProps}>
      <QueryClientProvider client={client}>
        <PayPage reference={referenceIn(window.location.pathname)} />
      </QueryClientProvider>
    </MantineProvider>
  )
}
