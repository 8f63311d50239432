/** The page of wallets with the trading bot of the group Flow, and the places of its parts. */
import type { Locator, Page } from '@playwright/test'
import { fund, make, region } from './center-page.ts'
import { expect, test as shared } from './fixtures.ts'
import { createAccount } from './person.ts'
import { startProduct } from './product.ts'
import { button } from './wallets-page.ts'

/** The market's clock belongs to the whole installation: it must not be changed during other tests. */
export const test = shared.extend({
  async product({}, use) {
    const product = await startProduct()
    await use(product)
    await product.remove()
  },
})

export const panel = (page: Page) => region(page, 'Trading Bot')
export const chip = (page: Page) => page.getByRole('button', { name: /^Flow/ })
export const field = (page: Page, name: string, label: string) =>
  panel(page).getByRole('group', { name, exact: true }).getByLabel(label)
export const trades = (page: Page) => panel(page).getByTestId('bot-trade')
export const isStatus = (url: string) => url.includes('/api/trading-bot/bot/status')

export async function openFlow(page: Page): Promise<void> {
  await page.goto('/wallets')
  await chip(page).click()
  await button(page, 'Trading Bot').click()
  await expect(panel(page).getByRole('heading', { name: 'Trading Bot' })).toBeVisible()
}

export const configuration = (page: Page) => panel(page).locator('summary', { hasText: /^Configuration/ })

/** A person with a whale, a retail wallet and an empty one in the group Flow. */
export async function openBot(page: Page, name: string): Promise<void> {
  await createAccount(page, name)
  await make(page, 3, 'Runner', 'Flow')
  await fund(page, 'Runner 1', 20)
  await fund(page, 'Runner 2', 1)
  await openFlow(page)
  await configuration(page).click()
}

export async function leave(input: Locator, text: string, becomes: string): Promise<void> {
  await input.fill(text)
  await input.blur()
  await expect(input).toHaveValue(becomes)
}

export async function saveQuick(page: Page): Promise<void> {
  await button(panel(page), 'BONK').click()
  for (const who of ['Whales', 'Retail']) await leave(field(page, who, 'Longest interval'), '700', '700')
  await button(panel(page), 'Save Configuration').click()
  await expect(panel(page).getByText('Configuration saved.')).toBeVisible()
}
