/** The Solana Distribution Center, and the places of its parts. */
import { expect, type Page } from '@playwright/test'
import { ask, createAccount, readWallets } from './person.ts'
import { button, getDialog } from './wallets-page.ts'

export const walletRow = (page: Page, name: string) =>
  page.getByTestId('wallet-row').filter({ has: button(page, name) })
export const group = (page: Page, name: string) => page.getByRole('region', { name: `Group ${name}` })
export const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
export const total = (page: Page) => page.getByLabel('Total Amount (SOL)')
export const bar = (page: Page) => region(page, 'Summary')

/** New wallets, named by their prefix and a number; in a new group of that name, or in none. */
export async function make(page: Page, count: number, namePrefix: string, into?: string) {
  await ask(page, 'POST', '/wallets/generate-bulk', {
    count,
    namePrefix,
    groupId: null,
    createNewGroup: into !== undefined,
    newGroupName: into ?? null,
  })
}

export async function readAddress(page: Page, name: string): Promise<string> {
  const wallet = (await readWallets(page)).find((one) => one.name === name)
  if (!wallet) throw new Error(`no wallet ${name}`)
  return wallet.address
}

export async function fund(page: Page, name: string, sol: number): Promise<void> {
  await ask(page, 'POST', '/faucet', { address: await readAddress(page, name), sol })
}

/** SOL of a wallet as the server reads it from the network. */
export async function held(page: Page, name: string): Promise<string> {
  const address = await readAddress(page, name)
  const { solBalance } = await ask<{ solBalance: number | string }>(page, 'GET', `/wallet/${address}/balance`)
  return String(solBalance)
}

/** A person with wallets Desk 1 (funded) to Desk n, on the page. */
export async function openCenter(page: Page, name: string, desks: number, sol = 10) {
  await createAccount(page, name)
  await make(page, desks, 'Desk')
  if (sol > 0) await fund(page, 'Desk 1', sol)
  await goToCenter(page)
}

export async function goToCenter(page: Page, tab = 'distribute'): Promise<void> {
  await page.goto(`/solana-distribution?tab=${tab}`)
  await expect(page.getByRole('heading', { name: 'Solana Distribution Center' })).toBeVisible()
  await expect(button(page, /^Select All|^No Eligible/).first()).toBeVisible()
}

/** Reads the preview and sends. */
export async function confirm(page: Page, title: string): Promise<void> {
  const dialog = getDialog(page, title)
  await expect(dialog.getByText('Network fees')).toBeVisible()
  await button(dialog, 'Confirm and send').click()
  await expect(dialog).toBeHidden()
}

/** Desk 1 pays, the others named receive `amount` together. */
export async function calculate(page: Page, names: string[], amount: string): Promise<void> {
  await button(page, 'Desk 1').click()
  for (const name of names) await button(page, name).click()
  await total(page).fill(amount)
  await button(page, 'Calculate').click()
}
