/** The Token Authorization tab, and a person's actions there. */
import { expect, type Locator, type Page } from '@playwright/test'
import { fund, make } from './center-page.ts'
import { createAccount } from './person.ts'
import { button, getDialog } from './wallets-page.ts'

export const EMPTY =
  'You have not created a token yet. A token that you create is listed here with its price, and you can let other accounts use it by name.'
const stat = (page: Page, name: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')
export const stats = async (page: Page, [tokens, active, pending]: [number, number, number]) => {
  await expect(stat(page, 'Your Tokens')).toHaveText(String(tokens))
  await expect(stat(page, 'Active Authorizations')).toHaveText(String(active))
  await expect(stat(page, 'Pending Requests')).toHaveText(String(pending))
}
export const card = (page: Page, name: string) => page.getByRole('listitem', { name })
export const tab = (page: Page) => page.goto('/wallets?tab=authorization')

/** A person with a wallet of 10 SOL, on the tab. */
export async function open(page: Page, name: string, sol = 10): Promise<string> {
  const email = await createAccount(page, name)
  await make(page, 1, 'Desk')
  if (sol > 0) await fund(page, 'Desk 1', sol)
  await tab(page)
  await expect(page.getByText(EMPTY)).toBeVisible()
  return email
}

type Fields = { name?: string; ticker?: string; supply?: string; image?: string; decimals?: string }

export async function fill(page: Page, fields: Fields): Promise<void> {
  const dialog = getDialog(page, 'Create token')
  const { name, ticker, supply, image, decimals } = fields
  if (name !== undefined) await dialog.getByLabel('Name').fill(name)
  if (ticker !== undefined) await dialog.getByLabel('Ticker').fill(ticker)
  if (supply !== undefined) await dialog.getByLabel('Supply').fill(supply)
  if (image !== undefined) await dialog.getByLabel('Image address (optional)').fill(image)
  if (decimals !== undefined) await dialog.getByLabel('Decimals').fill(decimals)
}

export async function create(page: Page, fields: Fields): Promise<void> {
  const dialog = getDialog(page, 'Create token')
  await button(page, 'Create token').first().click()
  await fill(page, { supply: '1000000000', ...fields })
  await button(dialog, 'Preview').click()
  await button(dialog, 'Confirm and create').click()
  await expect(dialog.getByText(`${fields.ticker} was created.`)).toBeVisible()
  await button(dialog, 'Done').click()
}

export async function grant(page: Page, ticker: string, email: string): Promise<void> {
  await button(page, `Grant Access: ${ticker}`).click()
  const dialog = getDialog(page, 'Grant Access')
  await dialog.getByLabel('Email Address', { exact: true }).fill(email)
  await dialog.getByLabel('Confirm Email Address').fill(email.toUpperCase())
  await button(dialog, 'Grant Access').click()
  await expect(dialog).toBeHidden()
}

/** Nobody has traded it: the simulated market's price of it is worthless. */
export const expectWorthless = (of: Locator): Promise<void> => expect(of).toContainText(/Price—Market Cap—/)
