/**
 * The console as it was last seen, for when the server is unavailable: its document and the files of its build, nothing of
 * the user and no answer of the API. Whatever can be asked of the server is: a document from here is shown only where no
 * other comes.
 */
const CACHE = 'console'
const DOCUMENT = '/'
/** Of an earlier build: a page that is still open may ask for them. */
const KEEP_MS = 7 * 24 * 3_600_000
/** Paths that are no page of the console. */
const NOT_PAGES = /^\/(api|ws|assets|pay|dev|healthz|readyz|metrics)(\/|$)/

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== self.location.origin || request.method !== 'GET') return
  if (request.mode === 'navigate') {
    if (!NOT_PAGES.test(pathname)) event.respondWith(page(request))
  } else if (pathname.startsWith('/assets/')) event.respondWith(asset(request))
  else if (pathname === '/scheme.js' || pathname === '/favicon.svg') event.respondWith(fresh(request))
})

async function page(request) {
  const answer = await fetch(request).catch(() => undefined)
  // A proxy answers for a server that is away.
  if (answer && ![502, 503, 504].includes(answer.status)) return answer
  return (await caches.match(DOCUMENT)) ?? answer ?? Response.error()
}

/** The name has its hash: one that is here is right. */
async function asset(request) {
  const known = await caches.match(request)
  if (known) return known
  const answer = await fetch(request)
  if (answer.ok) await (await caches.open(CACHE)).put(request, answer.clone())
  return answer
}

async function fresh(request) {
  const answer = await fetch(request).catch(() => undefined)
  return answer ?? (await caches.match(request)) ?? Response.error()
}

/** The page asks for it once it is idle: the whole build that the server has now, its document last. */
self.addEventListener('message', (event) => {
  if (event.data === 'keep') event.waitUntil(keep())
})

async function keep() {
  const manifest = await fetch('/.vite/manifest.json', { cache: 'no-cache' })
  const start = await fetch(DOCUMENT, { cache: 'no-cache' })
  if (!manifest.ok || !start.ok) return
  const chunks = Object.values(await manifest.json())
  const files = new Set(chunks.flatMap(({ file, css = [] }) => [file, ...css]).map((file) => `/${file}`))
  const cache = await caches.open(CACHE)
  const wanted = [...files].filter((file) => /\.(js|css)$/.test(file))
  for (const file of wanted) if (!(await cache.match(file))) await cache.add(file)
  await cache.addAll(['/scheme.js', '/favicon.svg'])
  await cache.put(DOCUMENT, start)
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url)
    if (!pathname.startsWith('/assets/') || files.has(pathname)) continue
    const since = Date.parse((await cache.match(request))?.headers.get('date') ?? '')
    if (!(Date.now() - since < KEEP_MS)) await cache.delete(request)
  }
}
