// Pages: solana-distribution
/** SOL from many wallets to one. */
import { expect, test } from './fixtures.ts'
import { bar, confirm, fund, goToCenter, group, held, make, openCenter, region, tile } from './center-page.ts'
import { ask, walletsOf } from './person.ts'
import { button, dialogOf } from './wallets-page.ts'

test('only wallets above what they keep are eligible, amounts are capped, and everything is gathered', async ({
  page,
}) => {
  await openCenter(page, 'gather', 5, 1)
  await fund(page, 'Desk 2', 0.5)
  await fund(page, 'Desk 3', 0.25)
  await fund(page, 'Desk 4', 0.00089)
  await goToCenter(page)
  await page.getByRole('tab', { name: 'Gather SOL' }).click()
  const settings = region(page, 'Gather Settings')
  const complaint = settings.getByRole('alert')
  await button(page, 'Execute Gather').click()
  await expect(complaint).toHaveText('Please select a destination wallet and at least one source')
  await button(page, 'Desk 1').click()
  await expect(tile(page, 'Desk 1').getByText('DEST', { exact: true })).toBeVisible()
  await expect(button(page, 'Desk 4')).toBeDisabled()
  await expect(button(page, 'Desk 5')).toBeDisabled()
  await group(page, 'Ungrouped').getByText('Select All').click()
  await expect(bar(page)).toContainText('Selected: 2')
  await expect(bar(page)).toContainText('Total: 0.74822 SOL')
  await button(page, 'Change Destination').click()
  await expect(page.getByText('DEST', { exact: true })).toHaveCount(0)
  await button(page, 'Desk 1').click()

  await button(page, 'Custom Amounts').click()
  const first = settings.getByLabel('Amount for Desk 2')
  await expect(first).toHaveValue('0.49911')
  await first.fill('3')
  await expect(first).toHaveValue('0.49911')
  await first.fill('')
  await settings.getByLabel('Amount for Desk 3').fill('0')
  await button(page, 'Execute Gather').click()
  await expect(complaint).toHaveText('Please enter positive amounts for all selected source wallets')
  await first.fill('0.1')
  await button(page, 'Execute Gather').click()
  await expect(complaint).toHaveText('1 source wallets have invalid amounts. All amounts must be positive.')
  await settings.getByLabel('Amount for Desk 3').fill('0.05')
  await button(page, 'Execute Gather').click()
  await expect(dialogOf(page, 'Preview Gather').getByText('will keep 0.4 SOL')).toBeVisible()
  await confirm(page, 'Preview Gather')
  await expect(page.getByText('Gather operation completed successfully')).toBeVisible()
  const result = region(page, 'Result')
  await expect(result).toContainText('Total gathered0.15 SOL')
  await expect(result).toContainText('Destination balance')
  await expect(bar(page)).toContainText('Selected: 0')
  expect(await held(page, 'Desk 2')).toBe('0.4')

  await expect(tile(page, 'Desk 2').getByText('0.4000 SOL')).toBeVisible()
  await button(page, 'Gather All Available').click()
  await settings.getByRole('switch', { name: 'Empty the wallets' }).check()
  await button(page, 'Desk 1').click()
  await group(page, 'Ungrouped').getByText('Select All').click()
  await expect(bar(page)).toContainText('Selected: 3')
  await button(page, 'Execute Gather').click()
  await confirm(page, 'Preview Gather')
  await expect(result).toContainText('Total gathered0.60089 SOL')
  for (const n of [2, 3, 4]) expect(await held(page, `Desk ${n}`)).toBe('0')
})

test('without the live channel a gather of many is made by the plain call; what fails is told', async ({
  page,
}) => {
  await openCenter(page, 'plain-gather', 2, 3)
  await make(page, 31, 'Many', 'Crowd')
  await goToCenter(page)
  await page.routeWebSocket(/\/ws\/solana-distribution/, (ws) => void ws.close({ code: 1011 }))
  const wallets = await walletsOf(page)
  const id = (name: string) => wallets.find((wallet) => wallet.name === name)?.id
  const crowd = wallets.filter((wallet) => wallet.name.startsWith('Many'))
  await ask(page, 'POST', '/solana-distribution/distribute', {
    sourceWalletId: id('Desk 1'),
    destinations: crowd.map((wallet) => ({ walletId: wallet.id, amount: '0.05' })),
  })
  await page.reload()
  await page.getByRole('tab', { name: 'Gather SOL' }).click()
  await button(page, 'Desk 1').click()
  await group(page, 'Crowd').getByText('Select All').click()
  await button(page, 'Execute Gather').click()
  const dialog = dialogOf(page, 'Preview Gather')
  await expect(dialog.getByText('Network fees')).toBeVisible()
  // Meanwhile one of them is emptied.
  await ask(page, 'POST', '/solana-distribution/gather', {
    destinationWalletId: id('Desk 2'),
    sources: [id('Many 1')],
    gatherAll: true,
    emptyWallets: true,
  })
  await confirm(page, 'Preview Gather')
  await expect(page.getByText('Completed with 30/31 successful transfers')).toBeVisible()
  await expect(
    region(page, 'Result').getByText('the wallet holds nothing beyond what it keeps'),
  ).toBeVisible()
  expect(await held(page, 'Many 31')).toBe('0.00089')

  // And when all of them are, nothing is left to gather.
  await goToCenter(page)
  await page.getByRole('tab', { name: 'Gather SOL' }).click()
  await button(page, 'Desk 1').click()
  await button(page, 'Desk 2').click()
  await button(page, 'Execute Gather').click()
  await expect(dialog.getByText('Network fees')).toBeVisible()
  await ask(page, 'POST', '/solana-distribution/gather', {
    destinationWalletId: id('Desk 1'),
    sources: [id('Desk 2')],
    gatherAll: true,
  })
  await confirm(page, 'Preview Gather')
  await expect(page.getByText('All gather operations failed - check wallet balances')).toBeVisible()
})
