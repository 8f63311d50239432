/** The payer's page, an entry of its own: a payer loads nothing of the console, and nobody signs in. */
import '#wire/jitless.ts'
import '#app/styles.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { fontLoaded } from '#app/font.ts'
import { PayerApp } from '#app/payer-app.tsx'
import { pressOnce } from '#ui/buttons/press-once.ts'

const root = document.getElementById('root')
if (!root) throw new Error('pay.html has no #root')
pressOnce()
void fontLoaded().then(() =>
  createRoot(root).render(
    <StrictMode>
      <PayerApp />
    </StrictMode>,
  ),
)
