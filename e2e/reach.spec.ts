// Pages: all
/**
 * Every page at 390 px and at a zoom of 200 %, from a slow server: nothing is wider than the window, no label is cut,
 * the main action is in reach, and nothing moves while the page fills.
 */
import type { Locator, Page } from '@playwright/test'
import { make } from './center-page.ts'
import { expect, test } from './fixtures.ts'
import { measureOverflow } from './inspect.ts'
import { createLink } from './payer-page.ts'
import { readMoves, watchMoves } from './moved.ts'
import { ask, BONK, createAccount, readWallets } from './person.ts'

/** A browser that zooms a window of 1440 by 900 to 200 % shows the page half as wide and high. */
const ZOOMED = { width: 720, height: 450 }
const WIDE = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
/** The delays of a busy machine: each answer takes another time, so that they overtake each other. */
const DELAYS_MS = [250, 190, 310, 240, 70, 150, 280]
const MOST_SHIFT = 0.02

type Action = { role: 'button' | 'link'; name: string | RegExp }
const does = (name: string | RegExp): Action => ({ role: 'button', name })
const leads = (name: string | RegExp): Action => ({ role: 'link', name })
const PAGES: [path: string, action: Action][] = [
  ['/dashboard', does('Send')],
  ['/dashboard?tab=trades', does('Send')],
  ['/dashboard?tab=orders', does('Send')],
  ['/dashboard?tab=parity', does('Send')],
  ['/dashboard?part=chart', does('Stop')],
  ['/dashboard?part=strip', does('Stop')],
  ['/dashboard?part=agents', does('Stop')],
  ['/strategies', does(/^Pause the strategy/)],
  ['/wallets', does('+ Generate')],
  ['/wallets?tab=whitelist', does('Add Entry')],
  ['/wallets?tab=authorization', does('Create token')],
  ['/solana-distribution', does('Execute Distribution')],
  ['/solana-distribution?tab=gather', does('Execute Gather')],
  ['/solana-distribution?tab=auto', does('Trigger Auto Distribution')],
  [`/token-distribution?token=${BONK}`, does('Execute Distribution')],
  [`/token-distribution?token=${BONK}&tab=token-gather`, does('Execute Gather')],
  ['/payments', does('Generate Payment Link')],
  ['/payments?tab=pending', does(/^Details of payment/)],
  ['/payments?tab=approved', does('Go to pending payments')],
  ['/payments?tab=settings', does('Add a webhook')],
  ['/payment-distribution', does(/^Details of payment/)],
  ['/activity', does('Export CSV')],
  ['/audit', does('Export CSV')],
  ['/profile', does('Save Changes')],
  ['/help', leads(/^Send: /)],
]
/** Pages of the dashboard and of wallets come first. */
const HALF = 11
const OPEN_PAGES: [path: string, action: Action][] = [
  ['/login', does('Send Login Code')],
  ['/register', does('Send Verification Code')],
  ['/dev/outbox', does('Refresh')],
  ['/no-such-page', leads('Go to the dashboard')],
]

/** From here on the page records moves, and answers come late. */
async function watch(page: Page): Promise<void> {
  let asked = 0
  await page.route(/\/api\//, async (route) => {
    const delay = DELAYS_MS[asked++ % DELAYS_MS.length]
    await new Promise((resolve) => setTimeout(resolve, delay))
    await route.fallback().catch(() => undefined)
  })
  await watchMoves(page)
  await page.addInitScript(() => {
    const shifts = { sum: 0, seen: [] as string[] }
    Object.assign(window, { shifts })
    type Moved = { node?: Node; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }
    type Shift = { value: number; hadRecentInput: boolean; sources: Moved[] }
    const rect = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join()
    const words = ({ node, previousRect, currentRect }: Moved) =>
      `${node instanceof HTMLElement ? node.className : '?'} from ${rect(previousRect)} to ${rect(currentRect)}`
    new PerformanceObserver((entries) => {
      for (const { value, hadRecentInput, sources } of entries.getEntries() as unknown as Shift[]) {
        if (hadRecentInput) continue
        shifts.sum += value
        shifts.seen.push(`${value.toFixed(4)} ${sources.map(words).join('; ')}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/**
 * Labels and buttons whose text does not fit into them; an ellipsis is allowed if the whole text is available in
 * another way.
 */
const cutLabels = (page: Page) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>('button, a, label, h1, h2, h3, th, legend, [role="tab"]'),
    ].flatMap((element) => {
      const { width, height } = element.getBoundingClientRect()
      if (
        width < 2 ||
        height < 2 ||
        element.closest('.visually-hidden, [title], [aria-label]') ||
        element.getAttribute('href') === element.textContent
      )
        return []
      const cuts = [element, ...element.querySelectorAll<HTMLElement>('*')].some((part) => {
        const { overflowX, overflowY } = getComputedStyle(part)
        const isCut = part.scrollWidth > part.clientWidth + 1 && overflowX !== 'visible'
        const isLow = part.scrollHeight > part.clientHeight + 3 && overflowY === 'hidden'
        return part.clientWidth > 2 && (isCut || isLow)
      })
      return cuts ? [element.textContent.trim()] : []
    }),
  )

/** Asserts that it can be scrolled to where it is wholly visible, with nothing above it. */
async function expectReach(page: Page, what: Locator, where: string): Promise<void> {
  await expect(what, where).toBeVisible()
  const seen = await what.evaluate((element) => {
    // Playwright's own scrolling leaves the border of the element outside the view.
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    const isInside = left >= 0 && top >= 0 && right <= window.innerWidth && bottom <= window.innerHeight
    return isInside && (element.contains(hit) || (hit?.contains(element) ?? false))
  })
  expect(seen, `${where}: the action is not in reach`).toBe(true)
}

async function expectFits(page: Page, where: string, { role, name }: Action): Promise<void> {
  const action = page.getByRole(role, typeof name === 'string' ? { name, exact: true } : { name }).first()
  await expect.soft(action, where).toBeVisible()
  expect.soft(await measureOverflow(page), `${where} scrolls sideways`).toBeLessThanOrEqual(0)
  expect.soft(await cutLabels(page), `${where} cuts labels`).toEqual([])
  if (await action.isVisible()) await expectReach(page, action, where)
}

/** Makes it a browser that has not shown this account before. */
const forget = (page: Page) =>
  page.evaluate(() => {
    sessionStorage.clear()
    for (const key of Object.keys(localStorage))
      if (key !== 'token' && key !== 'deviceToken') localStorage.removeItem(key)
  })

async function drive(page: Page, pages: [string, Action][], sizes = [WIDE, PHONE]): Promise<void> {
  for (const [path, action] of pages) {
    for (const size of sizes) {
      await page.setViewportSize(size)
      await forget(page)
      await page.goto(path)
      const where = `${path} at ${size.width}`
      await page.waitForLoadState('networkidle')
      const { sum, seen } = await page.evaluate(
        () => (window as unknown as { shifts: { sum: number; seen: string[] } }).shifts,
      )
      expect.soft(sum, `${where} moves:\n${seen.join('\n')}`).toBeLessThan(MOST_SHIFT)
      // A click in progress while the page moves is lost.
      expect.soft(await readMoves(page), where).toEqual([])
      if (size === WIDE) await page.setViewportSize(ZOOMED)
      await expectFits(page, size === WIDE ? `${path} at 200 %` : where, action)
    }
  }
}

/** Fills an account with some of everything; returns the path of a payer's page. */
async function fill(page: Page): Promise<string> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await createAccount(page, 'reach')
  await make(page, 14, 'Trader', 'Traders with a name')
  await make(page, 3, 'Desk')
  const [first] = await readWallets(page)
  await ask(page, 'POST', '/faucet', { address: first?.address, sol: 1234.5 })
  await ask(page, 'POST', '/faucet', { address: first?.address, mint: BONK, amount: 1_234_567 })
  await ask(page, 'POST', '/whitelist', { wallet_address: first?.address, mint_address: BONK })
  const link = await createLink(page, { amount_usd: 1200, payer_email: 'customer@example.test' })
  const { id } = await ask<{ id: number }>(page, 'POST', '/agents', {})
  const wallet_addresses = [first?.address]
  const instruction = 'buy 0.02 SOL of BONK every 1 hour, 10 times'
  const { parsedPlan } = await ask<{ parsedPlan?: unknown }>(page, 'POST', `/agents/${id}/parse`, {
    instruction,
    wallet_addresses,
  })
  const strategy = { parsedStrategy: parsedPlan, walletAddresses: wallet_addresses }
  await ask(page, 'POST', `/agents/${id}/start`, { strategy })
  await watch(page)
  return `/pay/${link.reference_id}`
}

test('the dashboard and the pages of wallets fit at 390 px and at 200 %, and are still while they load', async ({
  page,
}) => {
  await fill(page)
  const [group] = await ask<{ id: number }[]>(page, 'GET', '/wallet-groups')
  await drive(page, PAGES.slice(0, HALF))
  await drive(page, [[`/wallets?group=${group?.id}`, does('+ Generate')]], [WIDE])
  await drive(page, [['/wallets?group=ungrouped', does('+ Generate')]], [PHONE])
  // This time the browser remembers it, and there are values to draw over time.
  await page.route('**/api/portfolio/history?*', (route) => route.fulfill({ json: { points: recorded() } }))
  await page.goto('/wallets?portfolio=open', { waitUntil: 'networkidle' })
  await expect(page.getByRole('img', { name: /^Value from/ })).toBeVisible()
  expect(await readMoves(page)).toEqual([])
  await page.setViewportSize(WIDE)
  await expect(page.getByRole('img', { name: /^Last 24 h: from/ })).toBeVisible()
})

test('all other pages fit at 390 px and at 200 %, and are still while they load', async ({ page }) => {
  const payer = await fill(page)
  await drive(page, PAGES.slice(HALF))
  await drive(page, [[payer, leads('Open in wallet')]])
  await page.evaluate(() => localStorage.clear())
  await drive(page, OPEN_PAGES)
})

/** The highest possible values. */
const recorded = () =>
  [0.5, 1_234_567.5, 999_999.99].map((total, i) => ({
    at: new Date(Date.now() + i * 300_000).toISOString(),
    sol: String(total),
    total_usd: String(total * 100),
    total_sol: String(total),
  }))
