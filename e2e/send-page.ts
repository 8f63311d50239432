/** The dialog of a send, for tests. */
import type { Page } from '@playwright/test'
import { generateKeyPairSigner } from '@solana/kit'
import { expect } from './fixtures.ts'
import { fund, make } from './center-page.ts'
import { createAccount } from './person.ts'
import { button, detail, getDialog, selected } from './wallets-page.ts'

export const stranger = async (): Promise<string> => (await generateKeyPairSigner()).address
export const dialog = (page: Page) => getDialog(page, 'Send from Desk 1')
export const address = (page: Page) => dialog(page).getByLabel('To address')
export const amount = (page: Page) => dialog(page).getByLabel('Amount')
export const review = (page: Page) => button(dialog(page), 'Review').click()
export const confirm = (page: Page) => button(dialog(page), 'Confirm and send')
export const figure = (page: Page, name: string) =>
  dialog(page)
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')

export async function open(page: Page, name: string, sol = 10): Promise<void> {
  await createAccount(page, name)
  await make(page, 2, 'Desk')
  if (sol > 0) await fund(page, 'Desk 1', sol)
  await page.goto('/wallets')
  await expect(selected(page)).toContainText('Desk 1')
  await button(selected(page), 'Details').click()
  await expect(detail(page).getByRole('heading', { name: 'Desk 1' })).toBeVisible()
}
export async function openDialog(page: Page): Promise<void> {
  await button(detail(page), 'Send').click()
  await expect(address(page)).toBeFocused()
}
export async function enter(page: Page, to: string, sum: string): Promise<void> {
  await address(page).fill(to)
  await amount(page).fill(sum)
}
