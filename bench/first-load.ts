/**
 * The dashboard as a new browser loads it, for a person with one strategy that runs: requests in the first seconds by kind,
 * and the time until the message field takes a key. Real product, real build. CHROMIUM_PATH names the browser. Exits 1
 * above a limit.
 *
 * Run: node bench/first-load.ts [--list]
 */
import type { Browser } from '@playwright/test'
import { createAgent, fundWallet, runStrategy, signUp } from '../e2e/person.ts'
import { startProduct } from '../e2e/product.ts'
import { openBrowser } from './browser.ts'
import { median } from './processes.ts'

const REQUESTS_MAX = 45
const USABLE_MS = 1500
/** Requests are counted for as long as this. */
const COUNTED_MS = 5000
const ROUNDS = 5
const VIEWPORTS = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]
const list = process.argv.includes('--list')

type Load = { requests: string[]; usableMs: number }

const kind = (path: string): string =>
  path.startsWith('/api/') ? 'API' : (/\.(?<ending>js|css|woff2)$/.exec(path)?.groups?.ending ?? 'other')

/** Loads the dashboard in a new browser that is signed in. */
async function load(
  browser: Browser,
  url: string,
  { storage, viewport }: { storage: Record<string, string>; viewport: (typeof VIEWPORTS)[number] },
): Promise<Load> {
  const context = await browser.newContext({ baseURL: url, viewport })
  try {
    const page = await context.newPage()
    await page.addInitScript((values) => Object.assign(localStorage, values), storage)
    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    const begin = performance.now()
    await page.goto('/dashboard', { waitUntil: 'commit' })
    const message = page.getByLabel('Message', { exact: true })
    await message.fill('h')
    const usableMs = performance.now() - begin
    await page.waitForTimeout(Math.max(0, COUNTED_MS - usableMs))
    return { requests: [...requests], usableMs }
  } finally {
    await context.close()
  }
}

function summarize(requests: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const path of requests) counts.set(kind(path), (counts.get(kind(path)) ?? 0) + 1)
  return [...counts].map(([name, count]) => `${count} ${name}`).join(', ')
}

const product = await startProduct()
const browser = await openBrowser()
let failed = false
try {
  const page = await browser.newPage({ baseURL: product.url })
  await signUp(page, 'first-load')
  await createAgent(page)
  await fundWallet(page)
  await runStrategy(page)
  const storage = await page.evaluate(() => ({
    token: localStorage.getItem('token') ?? '',
    deviceToken: localStorage.getItem('deviceToken') ?? '',
  }))
  await page.close()
  for (const viewport of VIEWPORTS) {
    const loads: Load[] = []
    for (let n = 0; n < ROUNDS; n++) loads.push(await load(browser, product.url, { storage, viewport }))
    const requests = median(loads.map((one) => one.requests.length))
    const usableMs = median(loads.map((one) => one.usableMs))
    if (requests > REQUESTS_MAX || usableMs > USABLE_MS) failed = true
    console.log(
      `${viewport.width} px: ${requests} requests (limit ${REQUESTS_MAX}; ${summarize(loads.at(-1)?.requests ?? [])}), message field after ${Math.round(usableMs)} ms (limit ${USABLE_MS})`,
    )
    if (list) for (const path of loads.at(-1)?.requests ?? []) console.log(`  ${path}`)
  }
} finally {
  await browser.close()
  await product.remove()
}
if (failed) process.exitCode = 1
