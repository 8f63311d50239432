// Pages: dashboard
/**
 * Below the chart: a strip of any height with the terminal, trades, orders and parity; and the closing of a position.
 */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { ask, createTrader, runElsewhere } from './person.ts'
import { answered } from './refused.ts'
import { button } from './wallets-page.ts'

const bar = (page: Page) => page.getByTestId('desk-bar')
const status = (page: Page) => page.getByTestId('strategy-status')
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const log = (page: Page) => page.getByRole('log', { name: 'Terminal log' })

test('the strip is as high as one wants it, its tabs stand in the URL, its terminal is filtered and taken along, and a position is closed', async ({
  page,
}) => {
  await createTrader(page, 'strip')
  await runElsewhere(page)
  await page.goto('/dashboard')
  await expect(
    log(page)
      .getByText(/Bought/)
      .first(),
  ).toBeVisible()
  // Set by keyboard, and stored.
  const handle = page.getByRole('separator', { name: 'Height of the chart' })
  const before = (await log(page).boundingBox())?.height ?? 0
  await handle.focus()
  for (let n = 0; n < 5; n++) await page.keyboard.press('ArrowUp')
  await expect.poll(async () => (await log(page).boundingBox())?.height ?? 0).toBeGreaterThan(before + 40)
  const chosen = (await log(page).boundingBox())?.height ?? 0
  await page.reload()
  await expect(
    log(page)
      .getByText(/Bought/)
      .first(),
  ).toBeVisible()
  expect(Math.abs(((await log(page).boundingBox())?.height ?? 0) - chosen)).toBeLessThan(3)
  // Set by pointer.
  const grip = (await handle.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2)
  await page.mouse.down()
  await page.mouse.move(grip.x + grip.width / 2, grip.y + 80, { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => (await log(page).boundingBox())?.height ?? 0).toBeLessThan(chosen - 40)

  // The filter, only errors, and a file of the shown lines.
  await answered(page, 'POST /agents/\\d+/pause', { status: 409, json: { error: 'not today' } }, () =>
    button(bar(page), 'Pause').click(),
  )
  await expect(log(page).getByText('Error pausing strategy: not today')).toBeVisible()
  await page.getByLabel('Filter lines').fill('BOUGHT')
  await expect(log(page).getByText(/Bought/)).toHaveCount(1)
  await expect(log(page).getByText(/Placed|Initializ|Error/)).toHaveCount(0)
  const file = page.waitForEvent('download')
  await button(page, 'Download').click()
  expect((await file).suggestedFilename()).toMatch(/^terminal-Agent 1-\d{4}-\d\d-\d\d\.txt$/)
  await page.getByLabel('Filter lines').fill('no such line')
  await expect(page.getByText('No line matches the filter.')).toBeVisible()
  await page.getByLabel('Filter lines').fill('')
  await button(page, 'Errors only').click()
  await expect(log(page).getByText('Error pausing strategy: not today')).toBeVisible()
  await expect(log(page).getByText(/Bought/)).toHaveCount(0)
  await button(page, 'Errors only').click()
  await expect(log(page).getByText(/Bought/)).toHaveCount(1)

  // The next orders, and the tab that is kept.
  await tab(page, 'Orders').click()
  const orders = page.getByRole('table', { name: 'Open orders' })
  await expect(orders.getByRole('row').nth(1)).toContainText(/Buy order 2 of 10.*spends 0\.02 SOL on BONK.*:/)
  await expect(page).toHaveURL(/tab=orders/)
  await page.reload()
  await expect(tab(page, 'Orders')).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('link', { name: 'Activity' }).click()
  await page.goBack()
  await expect(tab(page, 'Orders')).toHaveAttribute('aria-selected', 'true')

  // A position is closed after one question, which names the amount to sell.
  await tab(page, 'Terminal').click()
  await button(bar(page), 'Close position').click()
  const dialog = page.getByRole('dialog', { name: 'Close position' })
  await expect(dialog).toContainText(/All [\d,.]+ BONK that this strategy holds are sold/)
  await expect(dialog).toContainText('at most 1% below its quote')
  await button(dialog, 'Cancel').click()
  await expect(status(page)).toHaveText('Running')
  await button(bar(page), 'Close position').click()
  await button(dialog, 'Close position').click()
  await expect(status(page)).toHaveText('Stopped')
  await expect(log(page).getByText(/Sold .* BONK/)).toHaveCount(1)
  const [agent] = await ask<{ id: number }[]>(page, 'GET', '/agents')
  const [ended] = await ask<{ held: number; status: string }[]>(
    page,
    'GET',
    `/agents/${agent?.id}/strategies`,
  )
  expect(ended).toMatchObject({ held: 0, status: 'stopped' })
  await expect(button(bar(page), 'Close position')).toHaveCount(0)
  await expect(button(bar(page), 'Start')).toBeVisible()
})
