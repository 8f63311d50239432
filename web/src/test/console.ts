/**
 * Component tests: the console's real components in jsdom, against the real server of the test's own process. Import it
 * before anything that touches the DOM; Vite compiles what load() loads, as it does for the browser. Assert on booleans and
 * texts, not on elements: printing an element in a failed assertion prints all of jsdom, which takes minutes.
 */
import { join } from 'node:path'
import { after } from 'node:test'
import { JSDOM } from 'jsdom'
import { createServer, createServerModuleRunner } from 'vite'
import { storageKeys } from '@purser/contract/storage.ts'
import { type DeskOptions, startTestDesk, type User } from '../../../server/src/test/harness.ts'

const dom = new JSDOM('<!doctype html><html><body></body></html>', {
  url: 'http://127.0.0.1/',
  pretendToBeVisual: true,
})
const { window } = dom
/** jsdom lays nothing out and lacks what the components ask of a layout. */
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
  fetch: (url: string, init?: RequestInit) => nodeFetch(new URL(url, window.location.href), init),
}
for (const [name, value] of Object.entries(globals))
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
window.HTMLElement.prototype.scrollIntoView = () => {}
// A text field that grows asks when fonts have come.
Object.defineProperty(window.document, 'fonts', { value: new window.EventTarget() })
Object.assign(window, {
  ResizeObserver: Observer,
  matchMedia: (media: string) => ({ media, matches: false, addEventListener() {}, removeEventListener() {} }),
})

const { cleanup, configure, render } = await import('@testing-library/react')
configure({
  // As the browser tests wait: a second is not enough where the processor has other work.
  asyncUtilTimeout: 60_000,
  // Without the page as it is, which is printed each time that what is waited for is not there yet.
  getElementError: (message) => new Error(message ?? 'not found'),
})
const { createElement } = await import('react')
const { MantineProvider } = await import('@mantine/core')
const { QueryClientProvider } = await import('@tanstack/react-query')
const { MemoryRouter } = await import('react-router')
type Component = Parameters<typeof createElement>[0]

/** One for all files of this process: what it has compiled for one, it need not compile for the next. */
const compiler = await createServer({
  root: join(import.meta.dirname, '../..'),
  logLevel: 'error',
  server: { middlewareMode: true, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
  appType: 'custom',
})

/** The real server, a signed-in user, and the console's code in this process. For a whole test file. */
export async function openConsole(options: DeskOptions = {}) {
  // Another file of this process may have left its own.
  Object.assign(globalThis, { fetch: globals.fetch })
  window.localStorage.clear()
  window.sessionStorage.clear()
  const desk = await startTestDesk(options)
  const user: User = await desk.signUp()
  dom.reconfigure({ url: `${desk.url}/` })
  window.localStorage.setItem(storageKeys.token, user.token)
  // Every file evaluates the console anew.
  const modules = createServerModuleRunner(compiler.environments.ssr)
  /** A module by its path under web/src. */
  const load = (path: string): Promise<unknown> => modules.import(`/src/${path}`)
  const { createQueryClient } = (await load('app/query-client.ts')) as typeof import('#app/query-client.ts')
  const { AuthProvider } = (await load(
    'features/accounts/index.ts',
  )) as typeof import('#features/accounts/index.ts')
  const client = createQueryClient()
  // What ends after its test would be kept for five minutes, and the process with it.
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
    desk,
    user,
    load,
    /** As after a reload: nothing that was read is known any more. */
    fresh: () => client.clear(),
    show<P extends object>(component: (props: P) => unknown, props: P) {
      const page = createElement(component as Component, props)
      const routed = createElement(MemoryRouter, null, createElement(AuthProvider, null, page))
      const queried = createElement(QueryClientProvider, { client }, routed)
      return render(createElement(MantineProvider, null, queried))
    },
  }
}
