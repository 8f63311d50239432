// Pages: solana-distribution
/** Distributions that fail in part or whole, and amounts from a file. */
import { expect, test } from './fixtures.ts'
import { bar, confirm, fund, goToCenter, held, openCenter, region } from './center-page.ts'
import { ask, walletsOf } from './person.ts'
import { button, dialogOf } from './wallets-page.ts'

test('what fails does not hold up the rest, is told in plain words, and alone is tried again', async ({
  page,
}) => {
  await openCenter(page, 'partly', 7)
  await button(page, 'Desk 1').click()
  await button(page, 'Import CSV').click()
  const csv = dialogOf(page, 'Import amounts')
  await csv
    .getByLabel('CSV')
    .fill(
      'name,amount\nDesk 2,0.01\nDesk 3,0.0001\nDesk 4,0.0001\nDesk 5,0.0001\nDesk 6,0.0001\nDesk 7,0.0001',
    )
  await button(csv, 'Take these amounts').click()
  await button(page, 'Execute Distribution').click()
  await expect(dialogOf(page, 'Preview Distribution').getByRole('alert')).toHaveText(
    '5 of 6 transfers would fail. The others do not depend on them.',
  )
  await confirm(page, 'Preview Distribution')
  const result = region(page, 'Result')
  await expect(result.getByRole('heading', { name: 'Partially Completed' })).toBeVisible()
  await expect(page.getByText('Completed with 1/6 successful transfers')).toBeVisible()
  const why = 'Below the rent minimum: the wallet holds no SOL, so it must receive at least 0.00065024 SOL'
  await expect(result.getByText(why)).toHaveCount(3)
  await expect(result.getByText('+ 2 more wallets with similar issues')).toBeVisible()
  await expect(result).toContainText('Success rate16.6%')
  await button(result, 'Retry only what failed').click()
  const retry = dialogOf(page, 'Retry What Failed')
  await expect(retry.getByText(`Would fail: ${why}`)).toHaveCount(5)
  await expect(retry.getByText('Every transfer would fail. Nothing can be sent.')).toBeVisible()
  await expect(button(retry, 'Confirm and send')).toBeDisabled()
  await page.keyboard.press('Escape')
  // With rent in them the same amounts arrive.
  for (const n of [3, 4, 5, 6, 7]) await fund(page, `Desk ${n}`, 0.001)
  await button(result, 'Retry only what failed').click()
  await confirm(page, 'Retry What Failed')
  await expect(result.getByRole('heading', { name: 'Operation Completed' })).toBeVisible()
  expect(await held(page, 'Desk 2')).toBe('0.01')
  expect(await held(page, 'Desk 3')).toBe('0.0011')
})

test('when nothing arrives the result says so and what may help', async ({ page }) => {
  await openCenter(page, 'allfail', 3)
  await fund(page, 'Desk 2', 0.001)
  await goToCenter(page)
  await button(page, 'Custom Amounts').click()
  await button(page, 'Desk 1').click()
  await button(page, 'Desk 2').click()
  await page.getByLabel('Amount for Desk 2').fill('0.0001')
  await button(page, 'Execute Distribution').click()
  const dialog = dialogOf(page, 'Preview Distribution')
  await expect(dialog.getByText('Network fees')).toBeVisible()
  // Between looking and sending the recipient is emptied: its account is gone, and the amount below its rent.
  const wallets = await walletsOf(page)
  const id = (name: string) => wallets.find((wallet) => wallet.name === name)?.id
  await ask(page, 'POST', '/solana-distribution/gather', {
    destinationWalletId: id('Desk 1'),
    sources: [id('Desk 2')],
    gatherAll: true,
    emptyWallets: true,
  })
  await button(dialog, 'Confirm and send').click()
  await expect(region(page, 'Result').getByRole('heading', { name: 'Operation Failed' })).toBeVisible()
  await expect(page.getByText('All transfers failed - check balance and try fewer wallets')).toBeVisible()
  await expect(page.getByText('Failed during blockchain transaction processing')).toBeVisible()
  for (const hint of ['Add more SOL', 'Reduce the amount', 'Use fewer wallets', 'Check that the addresses'])
    await expect(region(page, 'Result').getByText(hint)).toBeVisible()
  // Nothing moved: what was chosen is still there to be mended.
  await expect(bar(page)).toContainText('Selected: 1')
  await page.getByRole('tab', { name: 'Gather SOL' }).click()
  await expect(region(page, 'Result')).toHaveCount(0)
  await expect(page.getByText('All transfers failed', { exact: false })).toHaveCount(0)
})
