// Pages: dashboard, wallets, activity, audit
/**
 * The server goes away under open pages: known data stays on screen with its time, also when a page is loaded
 * meanwhile, messages are kept, nothing is done twice, and all comes back by itself.
 */
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { measureOverflow, findViolations } from '../inspect.ts'
import { lamportsAt } from '../network.ts'
import { ask, createTrader, runAgent, say } from '../person.ts'
import { goneInTime, inTime, seenInTime } from '../refused.ts'
import { readSpent } from '../trades.ts'
import { button, detail, row } from '../wallets-page.ts'

// The browser keeps the console's files, like for everybody over TLS or on this machine.
test.use({ serviceWorkers: 'allow' })

const BANNER =
  'Server connection issues detected. Some features may be unavailable. The application is running in offline mode.'
const DOWN = 'Server temporarily unavailable. The application is recovering or restarting.'
const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const
const log = (page: Page) => page.getByLabel('Terminal log')
const banner = (page: Page) => page.getByText(BANNER)
const bought = (page: Page) => log(page).getByText(/Bought/)

/** Checks wide and on a phone: the banner is above the page, and nothing is wider than the window. */
async function expectAbove(page: Page, what: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size)
    const where = `${what}, ${size.width} wide`
    await expect(banner(page), where).toBeInViewport()
    const main = await page.getByRole('main').boundingBox()
    const line = await banner(page).boundingBox()
    expect((line?.y ?? NaN) + (line?.height ?? NaN), where).toBeLessThanOrEqual(Math.ceil(main?.y ?? NaN))
    expect(await measureOverflow(page), where).toBeLessThanOrEqual(0)
  }
  await page.setViewportSize(SIZES[0])
}

test('an outage is announced, survived by what was cached, and over when the server is back', async ({
  page,
  product,
  network,
}) => {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  await page.setViewportSize(SIZES[0])
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.clock.install()
  const address = await createTrader(page, 'outage')
  await runAgent(page, 'buy 0.02 SOL of BONK every 4 seconds, 400 times')
  await page.goto('/wallets')
  await expect(row(page, 'Wallet 1')).toContainText('SOL')
  await page.goto('/activity')
  const operations = page.getByRole('list', { name: 'Operations' }).getByRole('listitem')
  await expect(operations.filter({ hasText: 'Bought' }).first()).toBeVisible()
  const kept = () => page.evaluate(async () => (await caches.match('/')) !== undefined)
  await inTime(page, async () => expect(await kept()).toBe(true))
  await page.goto('/dashboard')
  await expect(bought(page).first()).toBeVisible()
  // Until the chat is loaded, typed text stays in its field.
  await expect(button(page, 'Send')).toBeEnabled()

  await product.end('SIGKILL')
  await say(page, 'hello there')
  await seenInTime(page, banner(page))
  await expect(
    page.getByText(/Offline storage is used for chat messages and will sync when the\s+connection returns\./),
  ).toBeVisible()
  const offline = page.getByRole('navigation', { name: 'My Agents' }).getByText('offline', { exact: true })
  await expect(offline).toBeVisible()
  await button(page, 'Create Agent').click()
  await seenInTime(page, page.getByText(DOWN).first())
  await button(page, 'Pause').click()
  await seenInTime(page, log(page).getByText(`Error pausing strategy: ${DOWN}`))
  await expectAbove(page, 'dashboard')
  expect(await findViolations(page)).toEqual([])

  // Loaded while the server is away: from the files of the console that this browser keeps.
  await page.reload()
  await seenInTime(page, banner(page))
  await seenInTime(page, page.getByRole('heading', { name: 'Agent 1' }))
  await seenInTime(page, page.getByText('localnet', { exact: true }))
  await seenInTime(page, page.getByText('hello there'))
  await seenInTime(page, bought(page).first())
  await seenInTime(page, page.getByText(/^Offline\. Last update/).first())
  await page.goto('/wallets')
  await seenInTime(page, row(page, 'Wallet 1'))
  await seenInTime(page, banner(page))
  await seenInTime(page, page.getByText('Hello, outage'))
  await seenInTime(page, row(page, 'Wallet 1').getByText(/^9\.\d{4} SOL$/))
  const portfolio = page.getByRole('region', { name: 'Portfolio' })
  await seenInTime(page, portfolio.getByText(/^Offline\. Last update/))
  await expect(portfolio.getByTestId('portfolio-sol')).toHaveText(/^9\.\d+ SOL$/)
  await expect(portfolio.getByTestId('portfolio-usd')).toHaveText('—')
  await expectAbove(page, 'wallets')
  await button(row(page, 'Wallet 1'), 'Wallet 1').click()
  await seenInTime(page, detail(page))
  await page.goto('/activity')
  await seenInTime(page, operations.filter({ hasText: 'Bought' }).first())
  await seenInTime(page, page.getByText(/^Offline\. Last update/))
  await seenInTime(page, banner(page))
  await expectAbove(page, 'activity')
  await page.goto('/audit')
  await seenInTime(page, page.getByText(DOWN).first())
  await page.goto('/dashboard')
  await seenInTime(page, page.getByText('hello there'))

  await product.again()
  await goneInTime(page, banner(page))
  await expect(page.getByText('hello there')).toHaveCount(1)
  await goneInTime(page, page.getByText(/^Offline\. Last update/))
  await goneInTime(page, offline)
  // A button pressed while it was away was refused, and its action is not done later.
  await expect(page.getByTestId('strategy-status')).toHaveText('Running')
  const [agent, ...others] = await ask<{ id: number }[]>(page, 'GET', '/agents')
  expect(others).toEqual([])
  // The queue is sent some time after the server is back.
  const greetings = async () =>
    (await ask<{ content: string }[]>(page, 'GET', `/agents/${agent?.id}/chat`)).filter(
      ({ content }) => content === 'hello there',
    )
  await expect.poll(greetings).toHaveLength(1)
  // The terminal has every line once, those of the outage among them, and goes on.
  const lines = async () => (await bought(page).allInnerTexts()).length
  const before = await lines()
  await inTime(page, async () => expect(await lines()).toBeGreaterThan(before + 1))
  await button(page, 'Pause').click()
  await expect(page.getByTestId('strategy-status')).toHaveText('Paused')
  const stored = await ask<{ message: string }[]>(page, 'GET', `/agents/${agent?.id}/terminal-logs`)
  const fills = stored.filter(({ message }) => message.startsWith('Bought'))
  await expect.poll(lines).toBe(fills.length)
  // No order was paid for twice.
  const spent = await readSpent(page, network)
  expect(spent.filled).toBe(fills.length)
  expect(await lamportsAt(network, [address])).toEqual([10_000_000_000 - spent.lamports])
  expect(problems).toEqual([])
})
