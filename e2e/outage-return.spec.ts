// Pages: dashboard, strategies, wallets
/** After an outage all missed data is there without a reload; during it a phone’s navigation opens. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { ask, BONK, createAgent, fundWallet, say, setToken, signUp } from './person.ts'
import { goneInTime, held, inTime, seenInTime } from './refused.ts'
import { button, getDialog, row } from './wallets-page.ts'

const bought = (page: Page) => page.getByLabel('Terminal log').getByText(/Bought/)
const banner = (page: Page) => page.getByText('Server connection issues detected.', { exact: false })
const bell = (page: Page) => button(page, /^Notifications/)
const statuses = async (page: Page): Promise<string[]> => {
  const { strategies } = await ask<{ strategies: { status: string }[] }>(page, 'GET', '/strategies')
  return strategies.map(({ status }) => status)
}

async function trade(page: Page, words: string): Promise<void> {
  await createAgent(page)
  await fundWallet(page)
  await setToken(page, BONK)
  await say(page, words)
  await button(page, 'Execute Strategy').click()
  await expect(bought(page).first()).toBeVisible()
}

test('what happened while a console could not hear of it is there without a reload', async ({
  page,
  product,
}) => {
  await page.clock.install()
  await signUp(page, 'return')
  await trade(page, 'buy 0.02 SOL every 3 seconds, 4 times')
  await page.getByRole('link', { name: 'Wallet Groups' }).click()
  await expect(row(page, 'Wallet 1')).toContainText('SOL')
  const unread = await bell(page).getAttribute('aria-label')
  await product.end('SIGKILL')
  await seenInTime(page, banner(page))
  // Nothing is requested again before all of it has happened.
  await page.clock.pauseAt(Date.now() + 60_000)
  await product.again()
  const [made] = (
    await ask<{ wallets: { address: string }[] }>(page, 'POST', '/wallets/generate-bulk', {
      count: 1,
      namePrefix: 'Late',
      groupId: null,
    })
  ).wallets
  await ask(page, 'POST', '/faucet', { address: made?.address, sol: 5 })
  await expect.poll(() => statuses(page)).toEqual(['completed'])
  await expect(row(page, 'Late 1')).toHaveCount(0)

  await goneInTime(page, banner(page))
  await seenInTime(page, row(page, 'Late 1').getByText('5.0000 SOL'))
  // Ten, less four purchases of 0.02 SOL and their fees.
  await seenInTime(page, row(page, 'Wallet 1').getByText(/^9\.9\d+ SOL$/))
  await inTime(page, () =>
    expect(page.getByTestId('portfolio-sol')).toHaveText(/^14\.9\d* SOL$/, { timeout: 100 }),
  )
  await inTime(page, async () => {
    const now = await bell(page).getAttribute('aria-label', { timeout: 100 })
    expect(now).toMatch(/^Notifications, \d+ unread$/)
    expect(now).not.toBe(unread)
  })
  await expect(page.getByText(/^Offline\./)).toHaveCount(0)
})

test('while the server is away a failure is told, and a phone’s navigation opens', async ({
  page,
  product,
}) => {
  await page.clock.install()
  await signUp(page, 'away-phone')
  await page.setViewportSize({ width: 1440, height: 844 })
  await trade(page, 'buy 0.02 SOL every 1 hour, 10 times')
  await page.goto('/strategies')
  await page.setViewportSize({ width: 390, height: 844 })
  const pause = button(page, 'Pause the strategy of Agent 1')
  await expect(pause).toBeVisible()
  // Parts that load when the page is idle are there, like for a user who has looked at it for a moment.
  await page.waitForLoadState('networkidle')
  // Once the list is the last known one nothing of it can be pressed: this request comes before, and gets no answer.
  await held(page, 'POST /agents/\\d+/pause', async () => {
    await pause.click()
    await product.end('SIGKILL')
  })
  const toast = page.getByText('Error pausing strategy', { exact: false })
  await expect(toast).toBeVisible()
  await expect(banner(page)).toBeVisible()
  await goneInTime(page, toast)

  // No service worker has its files here: this document has loaded them.
  await button(page, 'Open navigation').click()
  const drawer = getDialog(page, 'Navigation')
  await seenInTime(page, drawer.getByText('Hello, away-phone'))
  await expect(drawer.getByRole('link', { name: 'Strategies' })).toBeVisible()
  await button(drawer, 'Close navigation').click()
  await goneInTime(page, drawer)
  await product.again()
  await goneInTime(page, banner(page))
})
