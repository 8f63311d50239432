/**
 * A page for components, in jsdom: its globals, and the console's own modules, compiled by Vite like for the browser.
 * Import it before anything that touches the DOM. Assert on booleans and texts, not on elements: printing an element in
 * a failed assertion prints all of jsdom, which takes minutes.
 */
import { join } from 'node:path'
import { after } from 'node:test'
import { JSDOM } from 'jsdom'
import { createServer, createServerModuleRunner } from 'vite'
import { storageKeys } from '@purser/contract/storage.ts'

const dom = new JSDOM('<!doctype html><html><body></body></html>', {
  url: 'http://127.0.0.1/',
  pretendToBeVisual: true,
})
export const { window } = dom
/** Observers: jsdom lays nothing out and lacks the parts of a layout that the components use. */
class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
}
const nodeFetch = globalThis.fetch
const globals = {
  window,
  document: window.document,
  navigator: window.navigator,
  localStorage: window.localStorage,
  sessionStorage: window.sessionStorage,
  HTMLElement: window.HTMLElement,
  HTMLAnchorElement: window.HTMLAnchorElement,
  Element: window.Element,
  Node: window.Node,
  MutationObserver: window.MutationObserver,
  getComputedStyle: window.getComputedStyle.bind(window),
  requestAnimationFrame: window.requestAnimationFrame.bind(window),
  cancelAnimationFrame: window.cancelAnimationFrame.bind(window),
  ResizeObserver: Observer,
  IntersectionObserver: Observer,
  WebSocket: globalThis.WebSocket,
  fetch: (url: string, init?: RequestInit) => nodeFetch(new URL(url, window.location.href), init),
}
for (const [name, value] of Object.entries(globals))
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
window.HTMLElement.prototype.scrollIntoView = () => {}
// Virtualized lists read the height of their box.
for (const side of ['client', 'offset'])
  for (const [name, pixels] of Object.entries({ Width: 1_200, Height: 800 }))
    Object.defineProperty(window.HTMLElement.prototype, side + name, {
      get: () => pixels,
      configurable: true,
    })
// The event targets of jsdom only accept its own signals.
const listen = window.EventTarget.prototype.addEventListener
window.EventTarget.prototype.addEventListener = function (type, listener, options) {
  if (typeof options !== 'object' || !options?.signal) return listen.call(this, type, listener, options)
  const { signal, ...others } = options
  signal.addEventListener('abort', () => this.removeEventListener(type, listener, others), { once: true })
  listen.call(this, type, listener, others)
}
// A text field that grows listens for loaded fonts.
Object.defineProperty(window.document, 'fonts', { value: new window.EventTarget() })
Object.assign(window, {
  ResizeObserver: Observer,
  matchMedia: (media: string) => ({ media, matches: false, addEventListener() {}, removeEventListener() {} }),
})

// A browser takes the focus from a disabled element; jsdom leaves it there.
new window.MutationObserver(() => {
  const { activeElement } = window.document
  if (activeElement instanceof window.HTMLElement && activeElement.matches(':disabled')) activeElement.blur()
}).observe(window.document, { subtree: true, attributeFilter: ['disabled'] })

const { cleanup, configure, render } = await import('@testing-library/react')
const { createElement } = await import('react')
const { MantineProvider } = await import('@mantine/core')
const { QueryClientProvider } = await import('@tanstack/react-query')
const { MemoryRouter } = await import('react-router')
type Component = Parameters<typeof createElement>[0]

/** One compiler for all files of this process: a module compiled for one need not be compiled for the next. */
const compiler = await createServer({
  root: join(import.meta.dirname, '../..'),
  logLevel: 'error',
  server: { middlewareMode: true, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
  appType: 'custom',
})

/** Another file of this process may have left its own globals. */
export function restoreSurroundings(): void {
  Object.assign(globalThis, { fetch: globals.fetch, WebSocket: globals.WebSocket })
  configure({
    // The same as in the browser tests: a second is not enough if the processor has other work.
    asyncUtilTimeout: 60_000,
    // The page is left out of the message: it would be printed at each attempt until the element is there.
    getElementError: (message) => new Error(message ?? 'not found'),
  })
}

/**
 * Opens the console's code in this process, on a page of this origin, for the user of this token, for a whole test
 * file.
 */
export async function openPage({ url, token }: { url: string; token: string }) {
  restoreSurroundings()
  window.localStorage.clear()
  window.sessionStorage.clear()
  dom.reconfigure({ url: `${url}/` })
  window.localStorage.setItem(storageKeys.token, token)
  // Every file evaluates the console anew.
  const modules = createServerModuleRunner(compiler.environments.ssr)
  /** A module by its path under web/src. */
  const load = (path: string): Promise<unknown> => modules.import(`/src/${path}`)
  const { createQueryClient } = (await load('app/query-client.ts')) as typeof import('#app/query-client.ts')
  const { AuthProvider } = (await load(
    'features/accounts/index.ts',
  )) as typeof import('#features/accounts/index.ts')
  const client = createQueryClient()
  // A query that ends after its test would be kept for five minutes, and the process with it.
  const { queries, mutations } = client.getDefaultOptions()
  client.setDefaultOptions({
    queries: { ...queries, gcTime: Infinity },
    mutations: { ...mutations, gcTime: Infinity },
  })
  after(async () => {
    cleanup()
    client.clear()
    // The server is closed: a request would be retried forever.
    Object.assign(globalThis, { fetch: async () => Response.json({}) })
    await modules.close()
  })
  return {
    load,
    /** Acts like a reload: no earlier answer is known any more. */
    fresh: () => client.clear(),
    /** Shows the component at this path of the console, with the parts that every page has beside it. */
    show<P extends object>(component: (props: P) => unknown, props: P, path = '/', beside?: Component) {
      const shown = createElement(component as Component, props)
      const authorized = createElement(AuthProvider, null, shown, beside && createElement(beside))
      const routed = createElement(MemoryRouter, { initialEntries: [path] }, authorized)
      const queried = createElement(QueryClientProvider, { client }, routed)
      return render(createElement(MantineProvider, { env: 'test' }, queried))
    },
  }
}
