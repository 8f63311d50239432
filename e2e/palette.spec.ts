// Pages: all
/** The palette: everything of it by the keyboard alone, also on a phone. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { ask, createAccount, generate, readWallets } from './person.ts'
import { detail } from './wallets-page.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and commands' })
const field = (page: Page) => palette(page).getByLabel('Search and commands')
const said = (page: Page) => palette(page).getByRole('status')

/** The scripts that load after the page: web/chunks.ts names them. */
const DIALOGS = '**/assets/later-*.js'

async function type(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type(text)
}

/** Text typed while the palette is loading is searched for; Escape gives it up. */
async function openHastily(page: Page): Promise<void> {
  const letThrough: (() => void)[] = []
  await page.route(DIALOGS, async (route) => {
    await new Promise<void>((go) => letThrough.push(go))
    await route.continue()
  })
  await page.goto('/wallets')
  await expect(page.getByRole('button', { name: 'Search and commands' })).toBeVisible()
  await page.keyboard.press('Control+k')
  const waiting = page.getByLabel('Search and commands').and(page.locator('input'))
  await expect(waiting).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(waiting).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await expect(waiting).toBeFocused()
  await page.keyboard.type('strat')
  for (const go of letThrough) go()
  await expect(field(page)).toHaveValue('strat')
  await page.unroute(DIALOGS)
  await expect(field(page)).toBeFocused()
  await expect(said(page)).toHaveText('Strategies, 1 of 1')
  await page.keyboard.type('x')
  await expect(field(page)).toHaveValue('stratx')
  await page.keyboard.press('Escape')
}

test('pages, agents, wallets, operations and actions are reached by the keyboard alone', async ({ page }) => {
  await createAccount(page, 'palette')
  await openHastily(page)
  await generate(page, 25)
  await ask(page, 'POST', '/agents', { name: 'Night shift' })
  const wallets = await readWallets(page)
  await ask(page, 'POST', '/faucet', { address: wallets[0]?.address, sol: 5 })
  const sent = await ask<{ operation: { id: string } }>(page, 'POST', `/wallets/${wallets[0]?.id}/send`, {
    to: wallets[1]?.address,
    amount: 0.5,
  })
  const operation = () =>
    ask<{ status: string; transfers: { signature: string | null }[] }>(
      page,
      'GET',
      `/operations/${sent.operation.id}`,
    )
  await expect.poll(async () => (await operation()).status).toBe('completed')
  const signature = (await operation()).transfers[0]?.signature ?? ''

  await page.goto('/activity')
  await expect(page.getByRole('button', { name: 'Search and commands' })).toBeVisible()
  await type(page, 'strat')
  await expect(said(page)).toHaveText('Strategies, 1 of 1')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/strategies$/)
  await expect(palette(page)).toBeHidden()

  await type(page, 'wallet 2')
  await expect(said(page)).toHaveText('Wallet 2, 1 of 8')
  await page.keyboard.press('ArrowDown')
  await expect(said(page)).toHaveText('Wallet 20, 2 of 8')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(detail(page).getByRole('heading', { name: 'Wallet 2', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')

  await type(page, wallets[23]?.address ?? '')
  await expect(said(page)).toHaveText('Wallet 24, 1 of 1')
  await page.keyboard.press('Enter')
  await expect(detail(page).getByRole('heading', { name: 'Wallet 24', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')

  await type(page, signature)
  await expect(said(page)).toHaveText('Send, 1 of 1')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`operation=${sent.operation.id}`))

  await type(page, 'night')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard/)
  await expect(page.getByText('Welcome to Night shift!')).toBeVisible()

  await type(page, 'create agent')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await ask<unknown[]>(page, 'GET', '/agents')).length).toBe(2)
  await type(page, 'stop all')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Stop everything' })).toBeVisible()
  await page.keyboard.press('Escape')
  await type(page, 'dark mode')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')

  await page.setViewportSize({ width: 390, height: 844 })
  await type(page, 'no such thing')
  await expect(palette(page).getByText('Nothing found')).toBeVisible()
  const box = await palette(page).boundingBox()
  expect(box && box.x >= 0 && box.x + box.width <= 390).toBe(true)
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()
  await type(page, 'lock')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login/)
})
