import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { PayPage } from '#pages/pay.tsx'
import { referenceIn } from './paths.ts'
import { createQueryClient } from './query-client.ts'
import { providerProps } from './theme.ts'

const client = createQueryClient()

/** It has no shell, session or live channels of the console: a signed-in user sees the same as any payer. */
export function PayerApp() {
  return (
    <MantineProvider {...providerProps}>
      <QueryClientProvider client={client}>
        <PayPage reference={referenceIn(window.location.pathname)} />
      </QueryClientProvider>
    </MantineProvider>
  )
}
