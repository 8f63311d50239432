// Pages: wallets
/** The page of wallets says only what it knows: no count of what did not load, and no sum that looks whole. */
import { expect, test } from './fixtures.ts'
import { fund, make } from './center-page.ts'
import { answered } from './refused.ts'
import { ask, walletsOf } from './person.ts'
import { button, open, row } from './wallets-page.ts'

test('a sum while some balances are missing is told as the least that there is', async ({ page }) => {
  await open(page, 'least')
  await make(page, 3, 'Purse')
  await fund(page, 'Purse 1', 2)
  await page.route('**/api/wallet/balances', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { balances: unknown[] }
    await route.fulfill({ response, json: { ...answer, balances: answer.balances.slice(0, 2) } })
  })
  await page.reload()
  await expect(page.getByText('2 of 3 balances loaded')).toBeVisible()
  await expect(page.getByTestId('portfolio-sol')).toHaveText('at least 2.00 SOL')
  await expect(page.getByTestId('portfolio-usd')).toHaveText(/^at least \$/)
  await page.unroute('**/api/wallet/balances')
  await button(page, 'Refresh balances').click()
  await expect(page.getByTestId('portfolio-sol')).toHaveText('2.00 SOL')
  await expect(page.getByTestId('portfolio-usd')).toHaveText(/^\$/)
})

test('of wallets that did not load no count is told, and nothing is asked to be selected', async ({
  page,
}) => {
  await open(page, 'counts')
  await make(page, 2, 'Purse')
  await page.evaluate(() => localStorage.removeItem('cachedWallets'))
  const failure = { status: 409, json: { error: 'The books are closed.', code: 'x' } }
  await answered(page, 'GET /wallets', failure, async () => {
    await page.reload()
    await expect(page.getByText('The books are closed.')).toBeVisible()
    await expect(button(page, /^All Wallets/)).toHaveText('All Wallets')
    await expect(page.getByTestId('wallet-count')).toHaveCount(0)
    await expect(page.getByText('No Wallet Selected')).toHaveCount(0)
    // A part of the page that comes later asks, too: answered then, it would take the button away.
    await page.waitForLoadState('networkidle')
  })
  await button(page, 'Retry').click()
  await expect(button(page, /^All Wallets/)).toHaveText(/All Wallets\s*2/)
})

test('a new group is typed at once, and the button that opened it has the focus afterwards', async ({
  page,
}) => {
  await open(page, 'typed')
  await button(page, '+ New Group').click()
  await expect(page.getByLabel('Group Name')).toBeFocused()
  await page.keyboard.type('Alpha')
  await page.keyboard.press('Enter')
  await expect(button(page, /^Alpha/)).toBeVisible()
  await expect(button(page, '+ New Group')).toBeFocused()
})

test('the wallets of a group are there though the panel of its bot never comes', async ({ page }) => {
  await open(page, 'held')
  await make(page, 2, 'Purse')
  const { id } = await ask<{ id: number }>(page, 'POST', '/wallet-groups', { name: 'Alpha' })
  const walletIds = (await walletsOf(page)).map((wallet) => wallet.id)
  await ask(page, 'POST', `/wallet-groups/${id}/wallets`, { walletIds })
  await page.route('**/api/trading-bot/**', () => undefined)
  await page.goto(`/wallets?group=${id}`)
  await expect(row(page, 'Purse 1')).toBeVisible()
  await expect(button(page, '+ Generate')).toBeVisible()
})

test('a group that the address names is open while the wallets are still asked for', async ({ page }) => {
  await open(page, 'named')
  const { id } = await ask<{ id: number }>(page, 'POST', '/wallet-groups', { name: 'Alpha' })
  await page.goto(`/wallets?group=${id}`)
  const isOpen = () => expect(button(page, /^Alpha/)).toHaveAttribute('aria-pressed', 'true')
  await isOpen()
  // What this browser knows of it from the last time is all that there is now.
  const asked = Promise.withResolvers<void>()
  await page.route('**/api/wallets', () => asked.resolve())
  await page.reload()
  await asked.promise
  await isOpen()
  await expect(button(page, /^All Wallets/)).toHaveAttribute('aria-pressed', 'false')
})
