// Pages: solana-distribution
/** SOL from one wallet to many: choosing, checking, previewing, sending, and the actions afterwards. */
import { expect, test } from './fixtures.ts'
import { ask } from './person.ts'
import { bar, calculate, confirm, held, openCenter, region, walletRow, total } from './center-page.ts'
import { button, getDialog } from './wallets-page.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('a distribution shows what will happen, pays to the lamport, and can be undone', async ({ page }) => {
  await openCenter(page, 'pays', 8)
  await calculate(page, ['Desk 2', 'Desk 3', 'Desk 4', 'Desk 5', 'Desk 6', 'Desk 7', 'Desk 8'], '1')
  // A double click opens the preview, which stays.
  await button(page, 'Execute Distribution').dblclick()
  const dialog = getDialog(page, 'Preview Distribution')
  await expect(dialog).toContainText('7 walletsin 1 transaction')
  await expect(dialog.getByText('0.000005 SOL')).toBeVisible()
  await expect(dialog.getByText('0.00455168 SOL of it held as rent minimum by 7 new accounts')).toBeVisible()
  await expect(dialog.getByText('8.999995 SOL')).toBeVisible()
  await expect(dialog.getByText('will hold 0.142857142 SOL, new account').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  // A preview moves nothing.
  expect(await held(page, 'Desk 1')).toBe('10')

  await button(page, 'Execute Distribution').click()
  await expect(button(dialog, 'Confirm and send')).toBeEnabled()
  // Both of its clicks confirm: one operation.
  await button(dialog, 'Confirm and send').dblclick()
  const progress = region(page, 'Progress')
  const result = region(page, 'Result')
  await expect(result.getByRole('heading', { name: 'Operation Completed' })).toBeVisible()
  await expect(page.getByText('Distribution completed successfully')).toBeVisible()
  await expect(result).toContainText('Successful transfers7 of 7')
  await expect(result).toContainText('Success rate100%')
  await expect(result).toContainText('Source balance8.999995 SOL')
  // The selection and the total are cleared, and the wallets read again.
  await expect(bar(page)).toContainText('Selected: 0')
  await expect(total(page)).toHaveValue('')
  await expect(walletRow(page, 'Desk 2').getByText('0.1429 SOL')).toBeVisible()
  // Progress has become the result, which stays when its message leaves.
  await expect(progress).toHaveCount(0)
  await expect(page.getByText('Distribution completed successfully')).toHaveCount(0)
  await expect(result).toBeVisible()
  expect(await held(page, 'Desk 1')).toBe('8.999995')
  expect(await held(page, 'Desk 8')).toBe('0.142857148')

  const { operations } = await ask<{ operations: unknown[] }>(page, 'GET', '/operations?type=distribute')
  expect(operations).toHaveLength(1)
  // A preview that is there at once is not confirmed by the second click.
  await button(result, 'Undo').dblclick()
  await expect(button(getDialog(page, 'Undo Distribution'), 'Confirm and send')).toBeEnabled()
  await expect(getDialog(page, 'Undo Distribution').getByText('will keep 0.00089 SOL').first()).toBeVisible()
  await confirm(page, 'Undo Distribution')
  await expect(page.getByText('Gather operation completed successfully')).toBeVisible()
  await expect(result).toContainText('Destination balance')
  await expect(walletRow(page, 'Desk 2').getByText('0.0009 SOL')).toBeVisible()
})
