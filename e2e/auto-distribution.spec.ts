// Pages: solana-distribution
/** Automatic top-up: settings, eligible wallets, the round that is started by hand, and its log. */
import { expect, test } from './fixtures.ts'
import { fund, held, make, openCenter, region } from './center-page.ts'
import { inspect, solDecimalsIn } from './inspect.ts'
import { button, getDialog } from './wallets-page.ts'

test('wallets that run low are listed, topped up once by a round, and logged', async ({ page }) => {
  await openCenter(page, 'auto', 1)
  await make(page, 14, 'Low', 'Runners')
  await fund(page, 'Low 1', 2)
  await page.reload()
  await page.getByRole('tab', { name: 'Auto Distribution' }).click()
  const settings = region(page, 'Auto Distribution Settings')
  const status = region(page, 'Status & Eligible Wallets')
  const logs = region(page, 'Recent Distribution Logs')
  await expect(settings.getByLabel('Enable auto distribution')).not.toBeChecked()
  await expect(settings.getByLabel('Minimum Balance (SOL)')).toHaveValue('0.009')
  await expect(settings.getByLabel('Top-up Amount (SOL)')).toHaveValue('0.01')
  await expect(settings.getByLabel('Only wallets in groups')).toBeChecked()
  await expect(button(settings, 'Trigger Auto Distribution')).toBeDisabled()
  await expect(status).toContainText('Eligible wallets: 13')
  await expect(status).toContainText('Minimum balance: 0.009 SOL')
  await expect(status.getByRole('listitem')).toHaveCount(12)
  await expect(status.getByText('+ 1 more wallets need top-up')).toBeVisible()

  // Below the floors, or no number: it goes back to the floor.
  const minimum = settings.getByLabel('Minimum Balance (SOL)')
  await minimum.fill('0.001')
  await minimum.blur()
  await expect(minimum).toHaveValue('0.009')
  const amount = settings.getByLabel('Top-up Amount (SOL)')
  await amount.fill('0.02')
  await amount.blur()
  await expect(amount).toHaveValue('0.02')
  const stored = page.waitForResponse(
    (answer) => answer.request().postData() === JSON.stringify({ top_up_amount: '0.01' }),
  )
  await amount.fill('.')
  await amount.blur()
  await expect(amount).toHaveValue('0.01')
  await stored

  await page.route('**/api/sol-auto-distribution/settings', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 403, contentType: 'application/json', body: '{"code":"forbidden"}' })
      : route.continue(),
  )
  const grouped = settings.getByLabel('Only wallets in groups')
  await grouped.click({ force: true })
  await expect(settings.getByText('Failed to update settings')).toBeVisible()
  await expect(grouped).toBeChecked()
  // Without a wallet that pays it cannot be switched on, and says so.
  await expect(settings.getByLabel('Enable auto distribution')).toBeDisabled()
  await expect(settings.getByText('Choose a funding wallet first.')).toBeVisible()
  await page.unroute('**/api/sol-auto-distribution/settings')

  const source = await settings
    .getByLabel('Funding wallet', { exact: true })
    .locator('option', { hasText: /^Low 1 \(/ })
    .getAttribute('value')
  // Delayed, so that it is still on its way when the switch is turned.
  let release = () => {}
  const answered = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/sol-auto-distribution/settings', async (route) => {
    const body = route.request().postDataJSON() as { enabled?: boolean } | null
    if (route.request().method() === 'PUT' && body?.enabled === undefined) await answered
    await route.continue()
  })
  await settings.getByLabel('Funding wallet', { exact: true }).selectOption(source)

  // Switching it on shows what would be sent, and stores nothing before it is confirmed.
  const puts: { dryRun?: boolean; key: string | undefined }[] = []
  page.on('request', (request) => {
    if (request.method() !== 'PUT') return
    const { dryRun, enabled } = request.postDataJSON() as { dryRun?: boolean; enabled?: boolean }
    if (enabled !== undefined)
      puts.push({ ...(dryRun ? { dryRun } : {}), key: request.headers()['idempotency-key'] })
  })
  const stores = () => puts.filter((put) => !put.dryRun).length
  const enable = settings.getByLabel('Enable auto distribution')
  const dialog = getDialog(page, 'Preview first round')
  await enable.click({ force: true })
  await expect(dialog).toContainText('Wallets in the first round13')
  release()
  await expect(dialog).toContainText('Amount0.13 SOL')
  await expect(dialog).toContainText('Network fees0.000005 SOL')
  await expect(dialog).toContainText('Low 1 after1.869995 SOL')
  await expect(dialog.getByRole('columnheader')).toHaveText(['Wallet', 'Holds now', 'Gets', 'After'])
  await expect(dialog.getByRole('row').nth(1).getByRole('cell').nth(2)).toHaveText('0.0100')
  await expect(dialog.getByRole('row')).toHaveCount(7)
  await expect(dialog).toContainText('+ 7 more')
  const cap = dialog.getByLabel('Daily cap (SOL)')
  await expect(cap).toHaveValue('0.26')
  await expect(dialog).toContainText('Daily cap remaining0.26 SOL')
  await inspect(page, 'what auto distribution would send')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(enable).not.toBeChecked()
  expect(stores()).toBe(0)

  await enable.click({ force: true })
  await cap.fill('0.05')
  await cap.blur()
  await expect(dialog).toContainText('Wallets in the first round5')
  await expect(dialog).toContainText('8 wallets would wait for the next day')
  await button(dialog, 'Use 0.26 SOL').click()
  await expect(cap).toHaveValue('0.26')
  await expect(dialog).toContainText('Wallets in the first round13')
  await cap.fill('0.13')
  await cap.blur()
  await expect(dialog).toContainText('Daily cap remaining0.13 SOL')
  // Refused once, it is sent again as the same confirmation.
  await page.route('**/api/sol-auto-distribution/settings', (route) =>
    route.fulfill({ status: 403, contentType: 'application/json', body: '{"code":"forbidden"}' }),
  )
  await button(dialog, 'Confirm').click()
  await expect(dialog.getByText('Failed to update settings')).toBeVisible()
  await page.unroute('**/api/sol-auto-distribution/settings')
  await button(dialog, 'Confirm').press('Enter')
  await expect(dialog).toBeHidden()
  expect(new Set(puts.filter((put) => !put.dryRun).map((put) => put.key)).size).toBe(1)
  await expect(enable).toBeChecked()
  await expect(settings.getByLabel('Daily cap (SOL, optional)')).toHaveValue('0.13')
  const rounds = region(page, 'Rounds')
  await expect(rounds).toContainText('Next round')
  await page.route('**/api/sol-auto-distribution/trigger', (route) =>
    route.fulfill({ status: 403, contentType: 'application/json', body: '{"code":"forbidden"}' }),
  )
  await button(settings, 'Trigger Auto Distribution').click()
  await expect(settings.getByText('Failed to trigger auto distribution')).toBeVisible()
  await page.unroute('**/api/sol-auto-distribution/trigger')
  await button(settings, 'Trigger Auto Distribution').click()
  await expect(status.getByText('All wallets have sufficient balance')).toBeVisible()
  await expect(logs.getByTestId('top-up-log')).toHaveCount(13)
  expect(await solDecimalsIn(logs.getByTestId('top-up-log'))).toEqual([4])
  // Followed live, without a reload.
  await expect(settings).toContainText('Sent today: 0.13 of 0.13 SOL (UTC)')
  await expect(rounds).toContainText('Funding balance1.8700 SOL')
  await expect(rounds).toContainText('Paused until 00:00 UTC (daily cap reached)')
  await expect(rounds).toContainText('13 of 13 topped up, completed')
  await expect(logs.getByText('completed')).toHaveCount(13)
  await expect(logs.getByText('Low 1 → Low 14')).toBeVisible()
  expect(await held(page, 'Low 14')).toBe('0.01')
  await page.reload()
  await page.getByRole('tab', { name: 'Auto Distribution' }).click()
  await expect(settings.getByLabel('Enable auto distribution')).toBeChecked()
  await expect(settings).toContainText('Sent today: 0.13 of 0.13 SOL (UTC)')
})
