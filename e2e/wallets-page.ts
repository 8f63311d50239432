/** The page of wallets, and the places of its parts. */
import { readFile } from 'node:fs/promises'
import { type Download, expect, type Locator, type Page } from '@playwright/test'
import { signUp } from './person.ts'

export const button = (place: Page | Locator, name: string | RegExp) =>
  place.getByRole('button', { name, exact: typeof name === 'string' })
export const getDialog = (page: Page, name: string) => page.getByRole('dialog', { name })
export const count = (page: Page) => page.getByTestId('wallet-count')
/** The drawer of the picked wallet. */
export const detail = (page: Page) => getDialog(page, 'Wallet detail')
/** The selected wallet, in the line below the table. */
export const selected = (page: Page) => page.getByRole('group', { name: 'Selected wallet', exact: true })
export const table = (page: Page) => page.getByRole('table', { name: 'Wallets', exact: true })
export const rows = (page: Page) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
export const row = (page: Page, name: string) =>
  table(page)
    .getByRole('row')
    .filter({ has: button(page, name) })

/** Chooses an action in the menu of a group. */
export async function actOn(page: Page, group: string, action: string): Promise<void> {
  await button(page, `Actions of ${group}`).click()
  await page.getByRole('menuitem', { name: `${action}: ${group}`, exact: true }).click()
}

/** Opens it with a new account; returns its e-mail address. */
export async function open(page: Page, name: string): Promise<string> {
  const email = await signUp(page, name, '/wallets')
  await expect(page.getByRole('heading', { name: 'Wallet Management' })).toBeVisible()
  return email
}

export const readBytes = async (download: Download): Promise<Buffer> => readFile(await download.path())
