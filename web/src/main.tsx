import '#wire/jitless.ts'
import '#app/styles.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from '#app/app.tsx'
import { fontLoaded } from '#app/font.ts'
import { pressOnce } from '#ui/buttons/press-once.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
pressOnce()
void fontLoaded().then(() =>
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
)
