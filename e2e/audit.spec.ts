// Pages: audit, profile, wallets
/** The audit log on its page, and the code that is required when keys come in or are destroyed with funds. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { measureOverflow, findViolations } from './inspect.ts'
import { fund, make } from './center-page.ts'
import { ask, readCode, generate, search } from './person.ts'
import { button, readBytes, getDialog, open, row } from './wallets-page.ts'

/** The key of the second test vector of RFC 8032, in the form in which the Solana CLI keeps one. */
const KEY = `[${[...Buffer.from('4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c', 'hex')].join(',')}]`

const rows = (page: Page) => page.getByRole('list', { name: 'Audit log' }).getByRole('listitem')

test('what happened to keys is listed, narrowed, paged and exported, on every screen', async ({ page }) => {
  await open(page, 'auditor')
  await generate(page, 3)
  for (let i = 0; i < 60; i++) await ask(page, 'POST', '/wallet/generate', { name: `W${i}` })
  await page.getByRole('link', { name: 'Audit Log' }).click()
  await expect(page.getByRole('heading', { name: 'Audit Log' })).toBeVisible()
  await expect(rows(page)).toHaveCount(50)
  await expect(rows(page).first()).toContainText('Wallet generated')
  await expect(rows(page).first()).toContainText(/W59 \(\w{4}\.\.\.\w{4}\)/)
  await expect(rows(page).first()).toContainText('127.0.0.1')
  await search(page, 'Event', 'Wallet generated')
  await button(page, 'Show older').click()
  await expect(rows(page)).toHaveCount(61)
  await expect(rows(page).last()).toContainText('3 wallets: ')

  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Export CSV').click()])
  expect(download.suggestedFilename()).toMatch(/^audit_\d{4}-\d\d-\d\d\.csv$/)
  expect((await readBytes(download)).toString().trim().split('\r\n')).toHaveLength(62)

  await search(page, 'Event', 'Wallet deleted')
  await expect(page.getByText('No events match these filters.')).toBeVisible()
  await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Reset filters' }).click()
  await page.getByLabel('From (UTC)').fill('2020-01-02')
  await page.getByLabel('To (UTC)').fill('2020-01-01')
  await expect(page.getByText('Start date is after end date.')).toBeVisible()
  await page.getByLabel('To (UTC)').fill('2020-01-03')
  await expect(page.getByText('No events match these filters.')).toBeVisible()
  await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Reset filters' }).click()
  await expect(rows(page)).toHaveCount(50)

  for (const width of [1360, 1190, 390])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 844 })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
      expect(await findViolations(page)).toEqual([])
      expect(await measureOverflow(page), `${width} wide`).toBeLessThanOrEqual(0)
    }

  await page.route(/\/api\/audit(\?|$)/, (route) =>
    route.fulfill({ status: 409, json: { error: 'The books are closed.', code: 'x' } }),
  )
  await page.reload()
  await expect(page.getByText('The books are closed.')).toBeVisible()
  await page.unroute(/\/api\/audit(\?|$)/)
  await button(page, 'Retry').click()
  await expect(rows(page)).toHaveCount(50)
})

test('with the switch on, a key comes in and funds are destroyed only with a mailed code', async ({
  page,
}) => {
  const email = await open(page, 'careful')
  await make(page, 1, 'Purse')
  await fund(page, 'Purse 1', 2)
  await ask(page, 'PUT', '/users/me', { keys_need_code: true })

  await button(page, 'Import').click()
  const importing = getDialog(page, 'Import Wallets')
  await importing.getByLabel('One private key per line').fill(KEY)
  await button(importing, 'Import').click()
  await expect(importing.getByText('An email code is required to import a key.')).toBeVisible()
  await expect(importing.getByText('A code is on its way to your email.')).toBeVisible()
  await importing.getByLabel('Verification Code').fill('000000')
  await button(importing, 'Import').click()
  await expect(importing.getByText('Invalid verification code')).toBeVisible()
  await importing.getByLabel('Verification Code').fill(await readCode(page, email))
  await button(importing, 'Import').click()
  await button(importing, 'Done').click()
  await expect(row(page, 'Imported 1')).toBeVisible()

  await button(page, 'Delete Purse 1').click()
  const deleting = getDialog(page, 'Delete Wallet')
  await deleting.getByRole('checkbox').check()
  const name = deleting.getByLabel(/^Type the name of the wallet/)
  if (!(await name.isVisible())) await button(deleting, 'Delete Wallet').click()
  await name.fill('Purse 1')
  await button(deleting, 'Delete Wallet').click()
  await expect(deleting.getByText('A code is on its way to your email.')).toBeVisible()
  await deleting.getByLabel('Verification Code').fill(await readCode(page, email))
  await button(deleting, 'Delete Wallet').click()
  await expect(deleting).toBeHidden()
  await page.getByRole('link', { name: 'Audit Log' }).click()
  await expect(rows(page).filter({ hasText: 'Wallet deleted' })).toContainText('which held 2 SOL')
  await expect(rows(page).filter({ hasText: 'Wallet imported' })).toContainText('1 wallet: ')
})
