// Pages: solana-distribution
/** SOL from one wallet to many: choosing, checking, previewing, sending, and what can be done after. */
import { expect, test } from './fixtures.ts'
import { ask, signUp, walletsOf } from './person.ts'
import {
  bar,
  calculate,
  confirm,
  goToCenter,
  group,
  held,
  make,
  openCenter,
  region,
  tile,
  total,
} from './center-page.ts'
import { button, dialogOf } from './wallets-page.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('groups fold and scroll by their size, and their wallets are chosen and picked', async ({ page }) => {
  await signUp(page, 'groups')
  await page.getByRole('link', { name: 'SOL Distribution' }).click()
  await expect(page.getByText('There are none yet.', { exact: false })).toBeVisible()
  await make(page, 12, 'Small', 'Twelve')
  await make(page, 13, 'Mid', 'Thirteen')
  await make(page, 1000, 'Many', 'Thousand')
  await make(page, 1, 'Loner')
  await goToCenter(page)
  const toggle = (name: string) => group(page, name).getByRole('button', { name: new RegExp(`^${name}`) })
  await expect(toggle('Twelve')).toHaveAttribute('aria-expanded', 'true')
  await expect(toggle('Twelve')).toContainText('12')
  await expect(toggle('Thirteen')).toHaveAttribute('aria-expanded', 'false')
  await expect(toggle('Ungrouped')).toHaveAttribute('aria-expanded', 'true')
  await toggle('Thousand').click()
  await expect(page.getByText('1000 wallets (scroll to see more)')).toBeVisible()
  await expect(page.getByText('13 wallets (scroll to see more)')).toHaveCount(0)
  // Only what is in sight is drawn.
  await expect(tile(page, 'Many 1')).toBeVisible()
  expect(await group(page, 'Thousand').getByTestId('wallet-tile').count()).toBeLessThan(80)
  await group(page, 'Thousand').getByRole('group').press('End')
  await expect(tile(page, 'Many 1000')).toBeVisible()

  // The first click is the source; a second one on it clears it.
  await button(page, 'Small 1').click()
  await expect(tile(page, 'Small 1').getByText('SRC')).toBeVisible()
  await expect(tile(page, 'Small 1').getByText('0.0000 SOL')).toBeVisible()
  await button(page, 'Small 1').click()
  await expect(page.getByText('SRC')).toHaveCount(0)
  await button(page, 'Small 2').click()
  await button(page, 'Small 3').click()
  await expect(button(page, 'Small 3')).toHaveAttribute('aria-pressed', 'true')
  await expect(group(page, 'Twelve').getByText('Select All (1/11)')).toBeVisible()
  await group(page, 'Twelve').getByText('Select All (1/11)').click()
  await expect(group(page, 'Twelve').getByText('Unselect All')).toBeVisible()
  await group(page, 'Thousand').getByText('Select All').click()
  await expect(bar(page)).toContainText('Selected: 1,011')
  await group(page, 'Thousand').getByText('Unselect All').click()
  await expect(bar(page)).toContainText('Selected: 11')
  await button(page, 'Change Source').click()
  await button(page, 'Loner 1').click()
  await expect(tile(page, 'Loner 1').getByText('SRC')).toBeVisible()
  await expect(group(page, 'Ungrouped').getByText('No Eligible Wallets')).toBeVisible()
  await expect(group(page, 'Ungrouped').getByText('Its only wallet is the source.')).toBeVisible()
  const copy = button(page, 'Copy address of Loner 1')
  await copy.click()
  await expect(tile(page, 'Loner 1').getByRole('button', { name: 'Copied' })).toBeVisible()
  const loner = (await walletsOf(page)).find((wallet) => wallet.name === 'Loner 1')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(loner?.address)

  // Another tab starts from nothing.
  await page.getByRole('tab', { name: 'Gather SOL' }).click()
  await page.getByRole('tab', { name: 'Distribute SOL' }).click()
  await expect(bar(page)).toContainText('Selected: 0')
  await expect(page.getByText('SRC')).toHaveCount(0)
})

test('a wallet in two groups is one wallet', async ({ page }) => {
  await signUp(page, 'twice')
  await make(page, 2, 'Both', 'First')
  const wallets = await walletsOf(page)
  const second = await ask<{ id: number }>(page, 'POST', '/wallet-groups', { name: 'Second' })
  const walletIds = wallets.map((wallet) => wallet.id)
  await ask(page, 'POST', `/wallet-groups/${second.id}/wallets`, { walletIds })
  await goToCenter(page)
  await group(page, 'First').getByRole('button', { name: 'Both 1', exact: true }).click()
  await expect(page.getByText('SRC')).toHaveCount(2)
  await group(page, 'First').getByRole('button', { name: 'Both 2', exact: true }).click()
  await expect(bar(page)).toContainText('Selected: 1')
})

test('amounts are asked for, checked against the balance, and stale ones are not sent', async ({ page }) => {
  await openCenter(page, 'checks', 5, 1)
  const settings = region(page, 'Distribution Settings')
  const complaint = settings.getByRole('alert')
  await button(page, 'Execute Distribution').click()
  await expect(complaint).toHaveText('Please select a source wallet and at least one destination')
  await button(page, 'Calculate').click()
  await expect(complaint).toHaveText('Please enter a total amount to distribute')
  await total(page).fill('1')
  await button(page, 'Calculate').click()
  await expect(complaint).toHaveText('Please select destination wallets first')
  for (const name of ['Desk 1', 'Desk 2', 'Desk 3', 'Desk 4']) await button(page, name).click()
  await button(page, 'Execute Distribution').click()
  await expect(complaint).toHaveText(
    'Please enter a total amount and click "Calculate" to set distribution amounts',
  )
  await total(page).fill('.')
  await button(page, 'Calculate').click()
  await expect(complaint).toHaveText('Please enter a valid positive amount')
  await total(page).fill('1')
  await button(page, 'Calculate').click()
  await expect(complaint).toHaveText(
    'Insufficient balance. Source wallet has 1.000000 SOL, but 1.001665 SOL is required (1.000000 to distribute + 0.000015 fees + 0.001650 minimum balance). Maximum distributable: 0.998334 SOL',
  )

  // What is typed must be an amount.
  await total(page).fill('')
  await total(page).pressSequentially('a-0.5e,x1')
  await expect(total(page)).toHaveValue('0.51')
  await total(page).press('ArrowUp')
  await expect(total(page)).toHaveValue('0.510001')
  await expect(total(page)).toHaveAttribute('step', '0.000001')

  await total(page).fill('0.1')
  await button(page, 'Calculate').click()
  const amounts = settings.getByRole('group', { name: 'Amounts' })
  await expect(amounts.getByText('0.033333333 SOL')).toHaveCount(2)
  await expect(amounts.getByText('0.033333334 SOL')).toHaveCount(1)
  await expect(bar(page)).toContainText('Total: 0.1 SOL')
  const stale =
    'Wallet selection changed after calculation. Please click "Calculate" to update amounts before distributing.'
  await expect(page.getByText(stale)).toHaveCount(0)
  await button(page, 'Desk 5').click()
  await expect(page.getByText(stale)).toBeVisible()
  await expect(button(page, 'Calculate First')).toBeDisabled()
  await button(page, 'Calculate').click()
  await expect(page.getByText(stale)).toHaveCount(0)
  await total(page).fill('0.2')
  await expect(button(page, 'Calculate First')).toBeDisabled()
  await button(page, 'Calculate').click()
  await button(page, 'Random Range').click()
  await expect(page.getByText(stale)).toBeVisible()
  const slider = page.getByRole('slider', { name: 'Variance in percent' })
  await expect(slider).toHaveAttribute('aria-valuenow', '20')
  await expect(slider).toHaveAttribute('aria-valuemin', '1')
  await expect(slider).toHaveAttribute('aria-valuemax', '50')
  await button(page, 'Generate Random Distribution').click()
  await expect(page.getByText(stale)).toHaveCount(0)
  await expect(bar(page)).toContainText('Total: 0.2 SOL')

  // Custom amounts are never stale, but each must be positive.
  await button(page, 'Custom Amounts').click()
  for (const n of [2, 3, 4, 5]) await settings.getByLabel(`Amount for Desk ${n}`).fill('')
  await button(page, 'Execute Distribution').click()
  await expect(complaint).toHaveText('Please enter positive amounts for all selected destinations')
  await settings.getByLabel('Amount for Desk 2').fill('0.01')
  await settings.getByLabel('Amount for Desk 3').fill('0')
  await button(page, 'Execute Distribution').click()
  await expect(complaint).toHaveText('3 destinations have invalid amounts. All amounts must be positive.')
})

test('a distribution shows what will happen, pays to the lamport, and can be undone', async ({ page }) => {
  await openCenter(page, 'pays', 8)
  await calculate(page, ['Desk 2', 'Desk 3', 'Desk 4', 'Desk 5', 'Desk 6', 'Desk 7', 'Desk 8'], '1')
  await button(page, 'Execute Distribution').click()
  const dialog = dialogOf(page, 'Preview Distribution')
  await expect(dialog.getByText('1 (format v1)')).toBeVisible()
  await expect(dialog.getByText('0.000005 SOL')).toBeVisible()
  await expect(dialog.getByText('7, keeping 0.00455168 SOL as rent')).toBeVisible()
  await expect(dialog.getByText('8.999995 SOL')).toBeVisible()
  await expect(dialog.getByText('will hold 0.142857142 SOL, new account').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  // Looking moves nothing.
  expect(await held(page, 'Desk 1')).toBe('10')

  await button(page, 'Execute Distribution').click()
  await confirm(page, 'Preview Distribution')
  const progress = region(page, 'Progress')
  for (const step of ['Preparing Operation', 'Blockchain Transactions', 'Finalizing Results'])
    await expect(progress.getByText(step)).toBeVisible()
  const result = region(page, 'Result')
  await expect(result.getByRole('heading', { name: 'Operation Completed' })).toBeVisible()
  await expect(page.getByText('Distribution completed successfully')).toBeVisible()
  await expect(progress.getByText('Batch 2 of 2: 7 of 7 transfers confirmed')).toBeVisible()
  await expect(page.getByTestId('percent')).toHaveText('100%')
  await expect(result).toContainText('Successful transfers7 of 7')
  await expect(result).toContainText('Success rate100%')
  await expect(result).toContainText('Source balance8.999995 SOL')
  // The selection and the total are cleared, and the wallets read again.
  await expect(bar(page)).toContainText('Selected: 0')
  await expect(total(page)).toHaveValue('')
  await expect(tile(page, 'Desk 2').getByText('0.1428 SOL')).toBeVisible()
  // Progress and the words leave, the result stays.
  await expect(progress).toHaveCount(0)
  await expect(page.getByText('Distribution completed successfully')).toHaveCount(0)
  await expect(result).toBeVisible()
  expect(await held(page, 'Desk 1')).toBe('8.999995')
  expect(await held(page, 'Desk 8')).toBe('0.142857148')

  await button(result, 'Undo').click()
  await expect(dialogOf(page, 'Undo Distribution').getByText('will keep 0.00089 SOL').first()).toBeVisible()
  await confirm(page, 'Undo Distribution')
  await expect(page.getByText('Gather operation completed successfully')).toBeVisible()
  await expect(result).toContainText('Destination balance')
  await expect(tile(page, 'Desk 2').getByText('0.0008 SOL')).toBeVisible()
})

test('an undo that the server has nothing left for is offered no more', async ({ page }) => {
  await openCenter(page, 'undone', 2)
  await calculate(page, ['Desk 2'], '1')
  await button(page, 'Execute Distribution').click()
  await confirm(page, 'Preview Distribution')
  const result = region(page, 'Result')
  await expect(result.getByRole('heading', { name: 'Operation Completed' })).toBeVisible()
  await page.route('**/api/operations/*/undo', (route) =>
    route.fulfill({
      status: 409,
      json: { error: 'There is nothing left of this operation.', code: 'nothing_to_repeat' },
    }),
  )
  await button(result, 'Undo').click()
  await expect(result.getByText('There is nothing left of this operation.')).toBeVisible()
  await expect(button(result, 'Undo')).toHaveCount(0)
})

test('amounts edited by hand have to be calculated again before they go out as an equal split', async ({
  page,
}) => {
  await openCenter(page, 'edited', 3, 1)
  await calculate(page, ['Desk 2', 'Desk 3'], '0.1')
  await button(page, 'Custom Amounts').click()
  await page.getByLabel('Amount for Desk 2').fill('0.3')
  await expect(button(page, 'Execute Distribution')).toBeEnabled()
  await button(page, 'Equal Distribution').click()
  await expect(button(page, 'Calculate First')).toBeDisabled()
  await button(page, 'Calculate').click()
  await expect(bar(page)).toContainText('Total: 0.1 SOL')
})
