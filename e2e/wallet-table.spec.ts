// Pages: wallets
/** The table of wallets: sorted, searched, selected by ranges, and the place on it. */
import type { Page } from '@playwright/test'
import { make } from './center-page.ts'
import { expect, test } from './fixtures.ts'
import { ask, createAccount, createGroup, generate } from './person.ts'
import { readCsv } from './sheet.ts'
import {
  button,
  readBytes,
  count,
  detail,
  getDialog,
  open,
  row,
  rows,
  selected,
  table,
} from './wallets-page.ts'

const names = async (page: Page, n: number) =>
  (await rows(page).allInnerTexts()).slice(0, n).map((text) => /\w+ \d+/.exec(text)?.[0])

test('Shift selects a range, a selection is exported without a key, and a drawer leaves the list in its place', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await createAccount(page, 'ranges')
  await make(page, 60, 'Wallet')
  await page.goto('/wallets')
  await button(page, 'Select Multiple').click()
  await page.getByLabel('Select Wallet 3', { exact: true }).click()
  await page.getByLabel('Select Wallet 9', { exact: true }).click({ modifiers: ['Shift'] })
  await expect(page.getByText('7 selected')).toBeVisible()
  // Selected by the row, and backwards; the earlier selection stays.
  await row(page, 'Wallet 12')
    .getByRole('cell')
    .last()
    .click({ position: { x: 1, y: 1 } })
  await row(page, 'Wallet 11')
    .getByRole('cell')
    .nth(2)
    .click({ modifiers: ['Shift'] })
  await expect(page.getByText('9 selected')).toBeVisible()
  await table(page).press('End')
  const bar = page.getByRole('group', { name: 'Selected wallets' })
  await page.mouse.move(640, 500)
  await page.mouse.wheel(0, 5_000)
  await expect(row(page, 'Wallet 60')).toBeVisible()
  await expect(bar).toBeInViewport({ ratio: 1 })
  await expect(table(page).getByRole('columnheader', { name: 'Name' })).toBeInViewport({ ratio: 1 })

  await button(bar, 'Export selected').click()
  const dialog = getDialog(page, 'Export Wallets')
  await expect(dialog.getByLabel('Wallets', { exact: true })).toHaveValue('chosen')
  await expect(dialog.getByLabel('With private keys')).not.toBeChecked()
  await expect(dialog.getByText(/no private keys/)).toBeVisible()
  const [download] = await Promise.all([page.waitForEvent('download'), button(dialog, 'Export CSV').click()])
  expect(download.suggestedFilename()).toBe('wallet_export_without_keys.csv')
  const text = (await readBytes(download)).toString()
  const file = readCsv(text)
  expect(file[0]).toEqual(['Name', 'Address', 'Groups', 'Created'])
  expect(file.slice(1).map(([name]) => name)).toEqual([3, 4, 5, 6, 7, 8, 9, 11, 12].map((n) => `Wallet ${n}`))
  const { wallets } = await ask<{ wallets: { private_key: string }[] }>(page, 'GET', '/wallets/chatbot-data')
  expect(wallets).toHaveLength(60)
  for (const { private_key } of wallets) expect(text).not.toContain(private_key)

  await page.getByLabel('Select all shown wallets').check()
  await expect(page.getByText('60 selected')).toBeVisible()
  await page.getByLabel('Select all shown wallets').uncheck()
  await expect(page.getByText('0 selected')).toBeVisible()

  // A drawer opens by a click only, and the list keeps its place behind it.
  await button(page, 'Cancel').click()
  await expect(selected(page)).toContainText('Wallet 1')
  await expect(detail(page)).toHaveCount(0)
  const top = () => table(page).evaluate((box) => box.scrollTop)
  await table(page).evaluate((box) => {
    box.scrollTop = 1_000
  })
  await expect(row(page, 'Wallet 34')).toBeVisible()
  const before = await top()
  await row(page, 'Wallet 34').getByRole('button', { name: 'Wallet 34', exact: true }).click()
  await expect(detail(page).getByRole('heading', { name: 'Wallet 34', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(detail(page)).toHaveCount(0)
  expect(await top()).toBe(before)
  await expect(row(page, 'Wallet 34').getByRole('button', { name: 'Wallet 34', exact: true })).toBeFocused()
  await expect(selected(page)).toContainText('Wallet 34')
  await page.keyboard.press('Enter')
  await expect(detail(page)).toBeVisible()
})

test('tab, group, filter, sort, search and the selected wallet are in the URL: reload and Back keep them', async ({
  page,
}) => {
  await open(page, 'place')
  await createGroup(page, 'Traders')
  await generate(page, 12, 'Traders')
  await generate(page, 3)
  await button(page, /^Traders 12/).click()
  await button(table(page), 'Name').click()
  await page.getByLabel('Search wallets').fill('wallet 1')
  await expect(count(page)).toHaveText('4 of 12')
  await expect(page).toHaveURL(/q=wallet\+1/)
  await button(page, 'Advanced Filters').click()
  await page.getByLabel('Max SOL').fill('5')
  await expect(page).toHaveURL(/maxSol=5/)
  await row(page, 'Wallet 11').getByRole('button', { name: 'Wallet 11', exact: true }).click()
  await expect(page).toHaveURL(
    /group=\d+&q=wallet\+1&maxSol=5&order=desc&wallet=\d+&detail=open&filters=open$/,
  )
  const there = async () => {
    await expect(count(page)).toHaveText('4 of 12')
    await expect(page.getByLabel('Search wallets')).toHaveValue('wallet 1')
    await expect(page.getByLabel('Max SOL')).toHaveValue('5')
    await expect.poll(() => names(page, 4)).toEqual([12, 11, 10, 1].map((n) => `Wallet ${n}`))
    await expect(selected(page)).toContainText('Wallet 11')
  }
  await page.reload()
  await there()
  await expect(detail(page).getByRole('heading', { name: 'Wallet 11', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Whitelist' }).click()
  await expect(page).toHaveURL(/tab=whitelist/)
  await page.goBack()
  await there()
  await page.getByRole('link', { name: 'Activity' }).click()
  await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible()
  await page.goBack()
  await there()
  // One step further back is the place before the wallet was opened, with its order and its search.
  await page.goBack()
  await expect(page.getByLabel('Search wallets')).toHaveValue('wallet 1')
  await page.goBack()
  await expect(page.getByLabel('Search wallets')).toHaveValue('')
  await expect.poll(() => names(page, 1)).toEqual(['Wallet 1'])
})

/** The names of the rows that are wholly in view, below the head of the table. */
const namesInView = (page: Page) =>
  table(page).evaluate((box) => {
    const { bottom } = box.getBoundingClientRect()
    const head = box.querySelector('[role="columnheader"]')?.getBoundingClientRect().bottom ?? 0
    return [...box.querySelectorAll('[role="row"][aria-rowindex]')].flatMap((row) => {
      const place = row.getBoundingClientRect()
      const isInView = place.top >= head - 1 && place.bottom <= Math.min(bottom, window.innerHeight)
      return isInView ? [row.querySelector('button')?.textContent ?? ''] : []
    })
  })

test('14 rows are in view beside 12 groups, and on a phone the first is; the search does not move', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await createAccount(page, 'rows')
  for (let n = 1; n <= 12; n++) await make(page, n <= 6 ? 3 : 2, `Desk ${n}`, `Group ${n}`)
  await page.goto('/wallets')
  await expect(count(page)).toHaveText('30')
  await expect(rows(page).first()).toContainText('Empty wallet')
  await expect.poll(async () => (await namesInView(page)).length).toBeGreaterThanOrEqual(14)
  expect((await namesInView(page))[0]).toBe('Desk 1 1')
  const search = page.getByLabel('Search wallets')
  const before = await search.boundingBox()
  await button(page, 'Select Multiple').click()
  expect(await search.boundingBox()).toEqual(before)
  await button(page, 'Cancel').click()

  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => namesInView(page)).toContain('Desk 1 1')
  const groups = page.getByRole('region', { name: 'Wallet Groups' })
  expect((await groups.boundingBox())?.height).toBeLessThanOrEqual(44)
  // The open group is brought into the line, and its menu is there without a pointer above it.
  await button(page, /^Group 12/).click()
  await expect(button(page, /^Group 12/)).toBeInViewport({ ratio: 1 })
  await expect(count(page)).toHaveText('2')
  await expect(button(page, 'Actions of Group 12')).toBeInViewport({ ratio: 1 })
})

test('a wallet that the search hides can neither be sent from nor opened by the line below the table', async ({
  page,
}) => {
  await createAccount(page, 'hides')
  await make(page, 12, 'Desk')
  await page.goto('/wallets')
  await expect(selected(page)).toContainText('Desk 1')
  await page.getByLabel('Search wallets').fill('desk 12')
  await expect(count(page)).toHaveText('1 of 12')
  await expect(selected(page)).toContainText('No Wallet Selected')
  await expect(selected(page).getByRole('button')).toHaveCount(0)
})
