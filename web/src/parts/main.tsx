/** A page of all parts of the console in all their states, to be looked at: `npm run screens -- parts`. Not shipped. */
import '#app/styles.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { fontLoaded } from '#app/font.ts'
import { createQueryClient } from '#app/query-client.ts'
import { providerProps } from '#app/theme.ts'
import { Parts } from './parts.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('parts.html has no #root')
const client = createQueryClient()
void fontLoaded().then(() =>
  createRoot(root).render(
    <StrictMode>
      <MantineProvider {...providerProps}>
        <QueryClientProvider client={client}>
          <MemoryRouter>
            <Parts />
          </MemoryRouter>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  ),
)
