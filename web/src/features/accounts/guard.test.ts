import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { createServer } from 'vite'

test('outside of the provider the guard says what is wrong instead of a page', async () => {
  // The few parts of a browser that modules use while they load.
  Object.assign(globalThis, { window: new EventTarget() })
  const vite = await createServer({
    root: join(import.meta.dirname, '../../..'),
    logLevel: 'error',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    appType: 'custom',
  })
  try {
    const { Guard } = await vite.ssrLoadModule('/src/features/accounts/guard.tsx')
    const { createElement } = await import('react')
    const { renderToStaticMarkup } = await import('react-dom/server')
    const { MantineProvider } = await import('@mantine/core')
    const page = renderToStaticMarkup(createElement(MantineProvider, null, createElement(Guard)))
    assert.match(page, /Authentication error\. Please refresh the page or log in again\./)
  } finally {
    await vite.close()
  }
})
