/** The page of wallets, and where things are on it. */
import { readFile } from 'node:fs/promises'
import { type Download, expect, type Locator, type Page } from '@playwright/test'
import { register } from './person.ts'

export const button = (place: Page | Locator, name: string | RegExp) =>
  place.getByRole('button', { name, exact: typeof name === 'string' })
export const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })
export const count = (page: Page) => page.getByTestId('wallet-count')
export const detail = (page: Page) => page.getByRole('region', { name: 'Wallet detail' })
export const row = (page: Page, name: string) =>
  page
    .getByRole('group', { name: 'Wallets', exact: true })
    .getByRole('listitem')
    .filter({ has: button(page, name) })

/** Registers and goes there by the navigation. */
export async function open(page: Page, url: string, email: string): Promise<void> {
  await register(page, url, email)
  await page.getByRole('link', { name: 'Wallet Groups' }).click()
  await expect(page.getByRole('heading', { name: 'Wallet Management' })).toBeVisible()
}

export const bytesOf = async (download: Download): Promise<Buffer> => readFile(await download.path())
