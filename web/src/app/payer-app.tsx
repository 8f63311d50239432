import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { PayPage } from '#pages/pay.tsx'
import { referenceIn } from './paths.ts'
import { createQueryClient } from './query-client.ts'
import { schemeManager, theme } from './theme.ts'

const client = createQueryClient()
const manager = schemeManager()

/** Without the shell, the session and the live channels of the console: a user who is signed in sees what any payer sees. */
export function PayerApp() {
  return (
    <MantineProvider theme={theme} colorSchemeManager={manager} defaultColorScheme="auto">
      <QueryClientProvider client={client}>
        <PayPage reference={referenceIn(window.location.pathname)} />
      </QueryClientProvider>
    </MantineProvider>
  )
}
