/**
 * Pictures of every page in every state: empty, full, loading and failing, light and dark, at three widths, of the real
 * product on a network of its own. Compare them before a change of the console is called done.
 *
 * Run: npm run screens [-- part of a page's name …]. They are written to screens/, by page, state, scheme and width.
 * `npm run screens -- parts` takes the page of all parts of the console alone, which needs no product.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, expect, type Page } from '@playwright/test'
import { findChromium } from '../scripts/chromium.ts'
import { startParts } from '../web/parts.ts'
import { startNetwork } from './network.ts'
import { ask, BONK, createAccount, readWallets } from './person.ts'
import config from './playwright.config.ts'
import { startProduct } from './product.ts'

const FOLDER = join(import.meta.dirname, '../screens')
const WIDTHS = { 390: 844, 1440: 900, 1920: 1080 } as const
const SCHEMES = ['light', 'dark'] as const
const PAGES = {
  dashboard: '/dashboard',
  strategies: '/strategies',
  wallets: '/wallets',
  whitelist: '/wallets?tab=whitelist',
  authorization: '/wallets?tab=authorization',
  'sol-distribution': '/solana-distribution',
  'sol-gather': '/solana-distribution?tab=gather',
  'auto-distribution': '/solana-distribution?tab=auto',
  'token-distribution': `/token-distribution?token=${BONK}`,
  payments: '/payments',
  'payments-pending': '/payments?tab=pending',
  'payment-distribution': '/payment-distribution',
  activity: '/activity',
  audit: '/audit',
  profile: '/profile',
  help: '/help',
}
/** The page of all parts of the console. */
const PARTS = 'parts'
const OPEN_PAGES = {
  login: '/login',
  register: '/register',
  outbox: '/dev/outbox',
  'not-found': '/no-such-page',
}
/** The signed-in user and the network: without them no page is shown at all. */
const NEEDED = /\/api\/(users\/me|status|auth\/ticket)$/
/** Longest wait for a page to become idle; one that goes on loading is taken as it is. */
const REST_MS = 8_000
/** Longest wait for the first trade, on a slow machine: it takes seconds. */
const BUY_MS = 60_000

type State = 'empty' | 'full' | 'loading' | 'failing'
type Taken = { name: string; path: string; state: State | 'open' }

const wanted = process.argv.slice(2)
const isWanted = (name: string) => wanted.length === 0 || wanted.some((part) => name.includes(part))

const executablePath = await findChromium()
const browser = await chromium.launch({ ...config.use?.launchOptions, executablePath })
try {
  rmSync(FOLDER, { recursive: true, force: true })
  if (isWanted(PARTS)) await takeParts()
  if (wanted.length === 0 || wanted.some((part) => part !== PARTS)) await takeProduct()
} finally {
  await browser.close()
}

async function takeParts(): Promise<void> {
  const parts = await startParts()
  try {
    const page = await open(browser, parts.url)
    await take(page, { name: PARTS, path: '/parts.html', state: 'open' })
  } finally {
    await parts.remove()
  }
}

async function takeProduct(): Promise<void> {
  const network = await startNetwork()
  const product = await startProduct(network.env)
  try {
    await takeAll(browser, product.url)
  } finally {
    await product.remove()
    await network.remove()
  }
}

async function takeAll(within: Browser, url: string): Promise<void> {
  const stranger = await open(within, url)
  for (const [name, path] of Object.entries(OPEN_PAGES)) await take(stranger, { name, path, state: 'open' })
  const empty = await open(within, url)
  await createAccount(empty, 'empty')
  const full = await open(within, url)
  await fill(full, await createAccount(full, 'full'))
  for (const [name, path] of Object.entries(PAGES)) {
    await take(empty, { name, path, state: 'empty' })
    await take(full, { name, path, state: 'full' })
    await answering(full.context(), 'never', () => take(full, { name, path, state: 'loading' }))
    await answering(full.context(), 'failed', () => take(full, { name, path, state: 'failing' }))
  }
}

async function open(within: Browser, baseURL: string): Promise<Page> {
  const context = await within.newContext({
    baseURL,
    reducedMotion: 'reduce',
    // It would serve its files itself, and no state could delay them.
    serviceWorkers: 'block',
  })
  return context.newPage()
}

/** Lets the product answer like this meanwhile, except to requests that every page needs. */
async function answering(
  context: BrowserContext,
  how: 'never' | 'failed',
  meanwhile: () => Promise<void>,
): Promise<void> {
  const body = JSON.stringify({ error: 'Something went wrong. Reference: 7f3a', code: 'unexpected' })
  await context.route(/\/api\//, async (route) => {
    if (NEEDED.test(new URL(route.request().url()).pathname)) return route.fallback()
    if (how === 'failed') await route.fulfill({ status: 500, contentType: 'application/json', body })
  })
  await meanwhile()
  await context.unrouteAll({ behavior: 'ignoreErrors' })
}

async function take(page: Page, { name, path, state }: Taken): Promise<void> {
  if (!isWanted(name)) return
  for (const colorScheme of SCHEMES)
    for (const [width, height] of Object.entries(WIDTHS)) {
      await page.setViewportSize({ width: Number(width), height })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.goto(path)
      await page.waitForLoadState('networkidle', { timeout: REST_MS }).catch(() => undefined)
      if (state === 'failing') await untilFailed(page)
      const folder = join(FOLDER, name)
      mkdirSync(folder, { recursive: true })
      await page.screenshot({ path: join(folder, `${state}-${colorScheme}-${width}.png`), fullPage: true })
    }
  console.log(`${name}, ${state}`)
}

/** A failed request is retried before the failure is shown, each part of a page at times of its own. */
async function untilFailed(page: Page): Promise<void> {
  await page
    .getByRole('alert')
    .first()
    .waitFor({ timeout: REST_MS })
    .catch(() => undefined)
  await expect(page.locator('.mantine-Skeleton-root'))
    .toHaveCount(0, { timeout: REST_MS })
    .catch(() => undefined)
}

/** Fills an account like after some days of use. */
async function fill(page: Page, email: string): Promise<void> {
  await ask(page, 'PUT', '/users/me', { first_name: 'Ada', last_name: 'Lovelace' })
  const group = await ask<{ id: number }>(page, 'POST', '/wallet-groups', {
    name: 'Traders',
    description: 'They trade',
    color: '#9333EA',
  })
  await ask(page, 'POST', '/wallets/generate-bulk', { count: 24, namePrefix: 'Trader', groupId: group.id })
  await ask(page, 'POST', '/wallets/generate-bulk', { count: 6, namePrefix: 'Reserve', groupId: null })
  const wallets = await readWallets(page)
  const [first, ...others] = wallets
  if (!first) throw new Error('no wallet was generated')
  await ask(page, 'POST', '/faucet', { address: first.address, sol: 1234.5 })
  await ask(page, 'POST', '/faucet', { address: first.address, mint: BONK, amount: 1_234_567 })
  const destinations = others.slice(0, 20).map(({ id }, n) => ({ walletId: id, amount: `0.${50 + n}` }))
  await ask(page, 'POST', '/solana-distribution/distribute', { sourceWalletId: first.id, destinations })
  await ask(page, 'POST', '/whitelist', { wallet_address: others[0]?.address, mint_address: BONK })
  const created = { name: 'A coin of the desk', symbol: 'DESKCOIN', decimals: 6, supply: '1000000' }
  const { mint } = await ask<{ mint: string }>(page, 'POST', '/tokens', { ...created, wallet_id: first.id })
  const list = `/token-authorization/tokens?email=${encodeURIComponent(email)}`
  const { data } = await ask<{ data: { data: { data: { id: number }[] } } }>(page, 'GET', list)
  for (const authorizedEmail of ['friend@example.test', 'another@example.test'])
    await ask(page, 'POST', '/token-authorization/authorize', {
      tokenId: data.data.data[0]?.id,
      mintAddress: mint,
      authorizedEmail,
    })
  for (const amount_usd of [25, 99.5, 1200])
    await ask(page, 'POST', '/payments/create-link', { amount_usd, payer_email: 'customer@example.test' })
  await trade(page, first.address, 'buy 0.02 SOL of BONK every 2 seconds, 3 times')
  await trade(page, others[0]?.address ?? '', 'buy 0.001 SOL of BONK every 30 seconds')
}

/** Creates an agent with a chat that trades by this instruction, its first orders filled. */
async function trade(page: Page, wallet: string, instruction: string): Promise<void> {
  const { id } = await ask<{ id: number }>(page, 'POST', '/agents', {})
  await ask(page, 'POST', `/agents/${id}/chat`, { role: 'user', content: instruction })
  const parsed = await ask<{ parsedPlan?: unknown; explanation: string }>(
    page,
    'POST',
    `/agents/${id}/parse`,
    {
      instruction,
      wallet_addresses: [wallet],
    },
  )
  await ask(page, 'POST', `/agents/${id}/chat`, { role: 'system', content: parsed.explanation })
  const strategy = { parsedStrategy: parsed.parsedPlan, walletAddresses: [wallet] }
  const { strategyId } = await ask<{ strategyId: string }>(page, 'POST', `/agents/${id}/start`, { strategy })
  const isBought = async () =>
    (await ask<{ message: string }[]>(page, 'GET', `/agents/${id}/strategies/${strategyId}/logs`)).some(
      ({ message }) => message.startsWith('Bought'),
    )
  for (const end = Date.now() + BUY_MS; !(await isBought()); await page.waitForTimeout(200))
    if (Date.now() > end) throw new Error(`nothing was bought within ${BUY_MS / 1_000} s by: ${instruction}`)
}
