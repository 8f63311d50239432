// Pages: activity
/** Every operation of the user, the outcome of each transfer, and the actions on it. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { inspect } from './inspect.ts'
import { ask, signUp, readWallets } from './person.ts'
import { readAddress, confirm, fund, make, region } from './center-page.ts'
import { button, getDialog } from './wallets-page.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

const rows = (page: Page) => page.getByRole('list', { name: 'Operations' }).getByRole('listitem')
const detail = (page: Page) => region(page, 'Operation')

/** Distributes from Desk 1, by name and amount; returns when it is over unless the network is held. */
async function distribute(page: Page, amounts: Record<string, string>) {
  const wallets = await readWallets(page)
  const id = (name: string) => wallets.find((wallet) => wallet.name === name)?.id
  return ask(page, 'POST', '/solana-distribution/distribute', {
    sourceWalletId: id('Desk 1'),
    destinations: Object.entries(amounts).map(([name, amount]) => ({ walletId: id(name), amount })),
  })
}

test('operations are listed, filtered and opened; a failed transfer says why and is tried again', async ({
  page,
}) => {
  await signUp(page, 'activity')
  await page.getByRole('link', { name: 'Activity', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible()
  await expect(page.getByText('Everything that moves funds is listed here', { exact: false })).toBeVisible()
  await make(page, 4, 'Desk')
  await fund(page, 'Desk 1', 5)
  await distribute(page, { 'Desk 2': '0.01', 'Desk 3': '0.0001' })
  await page.reload()
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).first()).toContainText('Distribution')
  await expect(rows(page).first()).toContainText('Partially completed')
  await expect(rows(page).first()).toContainText('1 of 2 transfers, 1 failed')
  await expect(rows(page).first()).toContainText('Distributed 0.01 SOL to 1 of 2 wallets from Desk 1')
  await expect(rows(page).nth(1)).toContainText('Received 5 SOL of test funds in Desk 1')
  await expect(rows(page).nth(1)).toContainText('Test funds')

  await page.getByLabel('Type').selectOption({ label: 'Distribution' })
  await expect(rows(page)).toHaveCount(1)
  await page.getByLabel('Status').selectOption({ label: 'Completed' })
  await expect(page.getByText('No operations match these filters.')).toBeVisible()
  await button(page, 'Reset filters').click()
  await page.getByLabel('Wallet', { exact: true }).fill('Desk 3')
  await expect(rows(page)).toHaveCount(1)
  await page.getByLabel('Wallet', { exact: true }).fill(await readAddress(page, 'Desk 4'))
  await expect(page.getByText('No operations match these filters.')).toBeVisible()
  await page.getByLabel('Wallet', { exact: true }).fill('')
  await expect(rows(page)).toHaveCount(2)

  await rows(page).first().getByRole('button').click()
  const transfers = detail(page).getByRole('group', { name: 'Transfers' }).getByRole('listitem')
  const good = transfers.filter({ hasText: 'Desk 2' })
  await expect(good).toContainText('Confirmed')
  const bad = transfers.filter({ hasText: 'Desk 3' })
  await expect(bad).toContainText('Failed')
  await expect(bad).toContainText('Below the rent minimum')
  await button(good, 'Copy signature').click()
  await expect(button(good, 'Copied')).toBeVisible()
  const signature = await page.evaluate(() => navigator.clipboard.readText())
  expect(signature).toMatch(/^\w{87,88}$/)
  await expect(good).toContainText(signature.slice(0, 8))
  // No public explorer sees the local network.
  await expect(good.getByRole('link')).toHaveCount(0)

  // The open operation is in the URL.
  await page.reload()
  await expect(bad).toContainText('Failed')
  await fund(page, 'Desk 3', 0.001)
  await button(detail(page), 'Retry only what failed').click()
  await expect(getDialog(page, 'Retry What Failed').getByRole('group', { name: 'Transfers' })).toContainText(
    'Desk 3',
  )
  await confirm(page, 'Retry What Failed')
  await expect(page.getByText('Distribution completed successfully')).toBeVisible()
  await expect(rows(page)).toHaveCount(4)
  await button(detail(page), 'Close').click()
  await expect(detail(page)).toHaveCount(0)
})

test('the address keeps the filter; days and a file follow it, and what was undone looks so', async ({
  page,
}) => {
  await signUp(page, 'filters')
  await make(page, 3, 'Desk')
  await fund(page, 'Desk 1', 1_234)
  await distribute(page, { 'Desk 2': '0.5', 'Desk 3': '0.25' })
  await page.goto('/activity')
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).nth(1)).toContainText('Received 1,234 SOL of test funds in Desk 1')
  await page.getByLabel('Type').selectOption({ label: 'Distribution' })
  await expect(page).toHaveURL(/type=distribute/)
  await rows(page).first().getByRole('button').click()
  await expect(page).toHaveURL(/operation=/)
  await page.reload()
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByLabel('Type')).toHaveValue('distribute')
  await button(detail(page), 'Undo').click()
  await confirm(page, 'Undo Distribution')
  await expect(rows(page).first()).toContainText(/Undone|Partly undone/)
  await button(detail(page), 'Close').click()

  const saved = page.waitForEvent('download')
  await button(page, 'Export CSV').click()
  const text = await readFile(await (await saved).path(), 'utf8')
  expect(text.trimEnd().split('\r\n')).toHaveLength(2)
  expect(text).toContain('Distributed 0.75 SOL to 2 wallets from Desk 1')

  const day = new Date().toISOString().slice(0, 10)
  await page.getByLabel('To (UTC)').fill('2020-01-01')
  await expect(page.getByText('No operations match these filters.')).toBeVisible()
  await page.getByLabel('From (UTC)').fill(day)
  await expect(page.getByText('Start date is after end date.')).toBeVisible()
  await page.getByLabel('To (UTC)').fill(day)
  await expect(rows(page)).toHaveCount(1)
  await button(page, 'Reset filters').click()
  await expect(page).toHaveURL(/\/activity$/)
  await expect(rows(page)).toHaveCount(3)
  await inspect(page, 'activity')
})
