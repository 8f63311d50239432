/**
 * Lighthouse on login, the dashboard of a strategy that runs, and the page of 200 wallets: performance, accessibility and
 * best practices, each at least 95, median of three runs. Real product, real build. Lighthouse itself is fetched by npx:
 * it is larger than the console. CHROMIUM_PATH names the browser. Exits 1 below the limit.
 *
 * Run: node bench/lighthouse.ts [desktop|mobile]
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import { createAgent, fundWallet, generate, runStrategy, signUp } from '../e2e/person.ts'
import { startProduct } from '../e2e/product.ts'
import { findChromium } from '../scripts/chromium.ts'
import { ARGS } from './browser.ts'
import { median } from './processes.ts'

const LIGHTHOUSE = 'lighthouse@13.5.0'
const CATEGORIES = ['performance', 'accessibility', 'best-practices']
const LIMIT = 95
const ROUNDS = 3
const WALLETS = 200
const DETAILS = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
  'speed-index',
]
const form = process.argv[2] ?? 'desktop'

type Found = {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { displayValue?: string; score: number | null; title: string }>
}

/** Returns a port that is free now. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

const profile = mkdtempSync(join(tmpdir(), 'purser-lighthouse-'))
const product = await startProduct()
const port = await freePort()
const context = await chromium.launchPersistentContext(profile, {
  executablePath: await findChromium(),
  args: [...ARGS, `--remote-debugging-port=${port}`],
  baseURL: product.url,
  viewport: { width: 1360, height: 900 },
})
let failed = false

async function once(path: string): Promise<Found> {
  const output = join(profile, 'report.json')
  await promisify(execFile)('npx', [
    '--yes',
    LIGHTHOUSE,
    `${product.url}${path}`,
    `--port=${port}`,
    '--disable-storage-reset',
    '--output=json',
    `--output-path=${output}`,
    '--quiet',
    `--only-categories=${CATEGORIES.join(',')}`,
    ...(form === 'desktop' ? ['--preset=desktop'] : []),
  ])
  return JSON.parse(readFileSync(output, 'utf8')) as Found
}

async function look(path: string): Promise<void> {
  const found: Found[] = []
  for (let n = 0; n < ROUNDS; n++) found.push(await once(path))
  const scores = CATEGORIES.map(
    (name) => [name, median(found.map((one) => 100 * (one.categories[name]?.score ?? 0)))] as const,
  )
  const last = found.at(-1)?.audits ?? {}
  failed ||= scores.some(([, score]) => score < LIMIT)
  console.log(
    `${path}, ${form}: ${scores.map(([name, score]) => `${name} ${score.toFixed(0)}${score < LIMIT ? '  BELOW' : ''}`).join(', ')} (limit ${LIMIT})`,
  )
  console.log(
    `  ${DETAILS.map((name) => `${name} ${last[name]?.displayValue ?? '?'}`).join(', ')}; ` +
      `not passed: ${Object.values(last)
        .filter(({ score }) => score !== null && score < 0.9)
        .map(({ title }) => title)
        .join(', ')}`,
  )
}

try {
  const page = await context.newPage()
  await look('/login')
  await signUp(page, 'lighthouse')
  await createAgent(page)
  await fundWallet(page)
  await runStrategy(page)
  await page.goto('/wallets')
  await generate(page, WALLETS)
  await page.close()
  await look('/dashboard')
  await look('/wallets')
} finally {
  await context.close()
  await product.remove()
  rmSync(profile, { recursive: true, force: true })
}
if (failed) process.exitCode = 1
